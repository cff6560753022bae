/** PURE. Which network addresses are this machine's own, and which are never called. */
import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

type Ip = IPv4 | IPv6;

/** Null for a text that is not an address. An IPv6 address has no brackets; its zone is dropped. */
const ipOf = (address: string): Ip | null =>
  isIP(address) === 0 ? null : ipaddr.parse(address.replace(/%.*/, ""));

/** IPv6 ranges whose addresses carry an IPv4 address, and the 16-bit part where it begins. */
const CARRIERS: { range: [IPv6, number]; at: number }[] = [
  { range: ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), at: 6 }, // mapped, RFC 4291
  { range: ipaddr.IPv6.parseCIDR("::ffff:0:0:0/96"), at: 6 }, // translated, RFC 2765
  { range: ipaddr.IPv6.parseCIDR("64:ff9b::/96"), at: 6 }, // NAT64, RFC 6052
  { range: ipaddr.IPv6.parseCIDR("64:ff9b:1::/96"), at: 6 }, // NAT64 for local use, RFC 8215
  { range: ipaddr.IPv6.parseCIDR("::/96"), at: 6 }, // compatible, RFC 4291
  { range: ipaddr.IPv6.parseCIDR("2002::/16"), at: 1 }, // 6to4, RFC 3056
];

const ipv4At = (parts: number[], at: number): IPv4 =>
  new ipaddr.IPv4(parts.slice(at, at + 2).flatMap((part) => [part >> 8, part & 0xff]));

/** The IPv4 address that an IPv6 one carries. Teredo (RFC 4380) carries it at its end with every bit inverted. */
function carriedBy(ip: Ip): IPv4 | null {
  if (!("parts" in ip) || ip.range() === "loopback") return null;
  const inverted = ip.parts.map((part) => part ^ 0xffff);
  if (ip.range() === "teredo") return ipv4At(inverted, 6);
  const carrier = CARRIERS.find(({ range }) => ip.match(range));
  return carrier ? ipv4At(ip.parts, carrier.at) : null;
}

/** The metadata services of cloud machines whose addresses are not link-local. */
const METADATA = [
  "100.100.100.200", // Alibaba
  "168.63.129.16", // Azure
  "192.0.0.192", // Oracle
  "fd00:ec2::254", // Amazon
  "fd00:ec2::23", // Amazon, the credentials of a container
  "fd20:ce::254", // Google
  "fd00:c1::a9fe:a9fe", // Oracle
  "fd00:42::42", // Scaleway
].map((address) => ipaddr.parse(address).toNormalizedString());
const METADATA_NAMES = /^(metadata(\.google\.internal|\.goog)?|instance-data(\.ec2\.internal)?)$/;

const FORBIDDEN_RANGES = new Set<string>(["unspecified", "linkLocal", "multicast", "broadcast"]);
const FUTURE_USE = ipaddr.IPv4.parseCIDR("240.0.0.0/4");

const isForbidden = (ip: Ip): boolean =>
  FORBIDDEN_RANGES.has(ip.range()) ||
  METADATA.includes(ip.toNormalizedString()) ||
  (ip.kind() === "ipv4" && ip.match(FUTURE_USE));

/**
 * Whether an IP address is never called: "this network", link-local, multicast, broadcast, reserved for future use, and
 * the metadata services of cloud machines; also when an IPv6 address carries such an IPv4 address. A text that is not an
 * address is forbidden too.
 */
export function isForbiddenAddress(address: string): boolean {
  const ip = ipOf(address);
  if (!ip) return true;
  const carried = carriedBy(ip);
  return isForbidden(ip) || (carried !== null && isForbidden(carried));
}

/** Whether cloud machines offer their metadata under this name. */
export const isMetadataName = (name: string): boolean =>
  METADATA_NAMES.test(name.toLowerCase().replace(/\.$/, ""));

/** Whether a server that listens at this host (a name or an address, with or without brackets) is reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, "");
  if (plain === "localhost") return true;
  const ip = ipOf(plain);
  return ip !== null && (carriedBy(ip) ?? ip).range() === "loopback";
}
