import { describe, expect, test } from "vitest";
import { isForbiddenAddress, isLoopbackHost, isMetadataName } from "./addresses";

describe("isForbiddenAddress", () => {
  test.each([
    "169.254.169.254",
    "169.254.0.1",
    "0.0.0.0",
    "0.1.2.3",
    "224.0.0.1",
    "255.255.255.255",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "ff02::1",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:42::42",
    "FD00:EC2:0:0:0:0:0:254",
    "fd00:ec2::0.0.2.84",
    "2001:0:4136:e378:8000:63bf:5601:5601",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "0:0:0:0:0:ffff:a9fe:a9fe",
    "::a9fe:a9fe",
    "::ffff:0:a9fe:a9fe",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a9fe:a9fe",
    "2002:a9fe:808::1",
    "::ffff:0.0.0.0",
  ])("forbids %s", (address) => expect(isForbiddenAddress(address)).toBe(true));

  test.each(["", "example.com", "1.2.3", "1.2.3.400", "1::2::3", "g::1", "1:2:3:4:5:6:7", "2852039166"])(
    "forbids %j, which is no address",
    (address) => expect(isForbiddenAddress(address)).toBe(true),
  );

  test.each([
    "127.0.0.1",
    "10.0.0.1",
    "192.168.1.20",
    "169.253.1.1",
    "8.8.8.8",
    "::1",
    "fec0::1",
    "fd12:3456::1",
    "2606:4700::1111",
    "::ffff:127.0.0.1",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "fd00:ec2::2540",
  ])("lets %s pass", (address) => expect(isForbiddenAddress(address)).toBe(false));
});

describe("isMetadataName", () => {
  test.each([
    "metadata",
    "metadata.google.internal",
    "Metadata.Google.Internal.",
    "metadata.goog",
    "instance-data.ec2.internal",
  ])("knows %s", (name) => expect(isMetadataName(name)).toBe(true));
  test.each(["metadata.example.com", "my-metadata", "localhost"])("leaves %s", (name) =>
    expect(isMetadataName(name)).toBe(false),
  );
});

describe("isLoopbackHost", () => {
  test.each([
    "127.0.0.1",
    "127.8.9.10",
    "localhost",
    "LOCALHOST",
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
  ])("%s stays on this machine", (host) => expect(isLoopbackHost(host)).toBe(true));
  test.each(["0.0.0.0", "::", "192.168.1.20", "fe80::1", "example.com", "127.example.com", "128.0.0.1"])(
    "%s can be reached by others",
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});
