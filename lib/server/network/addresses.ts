/** PURE. Which network addresses are this machine's own, and which are never to be called. */
import { isIPv4, isIPv6 } from "node:net";

type Octets = readonly number[];

/** The four numbers of an IPv4 address in dotted form, or null. */
const octetsOf = (address: string): Octets | null =>
  isIPv4(address) ? address.split(".").map(Number) : null;

/** The two groups that an IPv4 address at the end of an IPv6 one stands for. */
function dottedToGroups(address: string): string {
  return address.replace(/\d+\.\d+\.\d+\.\d+$/, (dotted) => {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

/** The eight groups of an IPv6 address (without brackets; a zone is dropped), or null. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [plain = ""] = address.split("%", 1);
  const [left = [], right = []] = dottedToGroups(plain)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** IPv6 prefixes that carry an IPv4 address, and at which group that stands. */
const CARRIERS: { prefix: number[]; at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 }, // mapped, RFC 4291
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 }, // translated, RFC 2765
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 }, // NAT64, RFC 6052
  { prefix: [0x64, 0xff9b, 1, 0, 0, 0], at: 6 }, // NAT64 for local use, RFC 8215
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 }, // compatible, RFC 4291; also :: and ::1
  { prefix: [0x2002], at: 1 }, // 6to4, RFC 3056
];

/** Teredo (RFC 4380) carries the client's address at its end with every bit turned over. */
const isTeredo = ([first, second]: number[]) => first === 0x2001 && second === 0;

const octetsFrom = ([high = 0, low = 0]: number[]): Octets => [high >> 8, high & 0xff, low >> 8, low & 0xff];

function carriedOctets(groups: number[]): Octets | null {
  if (isTeredo(groups)) return octetsFrom(groups.slice(6).map((group) => group ^ 0xffff));
  const carrier = CARRIERS.find(({ prefix }) => prefix.every((group, index) => groups[index] === group));
  return carrier ? octetsFrom(groups.slice(carrier.at, carrier.at + 2)) : null;
}

/** Cloud machines' metadata services that stand at an address which is not link-local. */
const METADATA_V4 = new Set(["100.100.100.200", "168.63.129.16", "192.0.0.192"]);
const METADATA_V6 = [
  "fd00:ec2::254", // Amazon
  "fd00:ec2::23", // Amazon, the credentials of a container
  "fd20:ce::254", // Google
  "fd00:c1::a9fe:a9fe", // Oracle
  "fd00:42::42", // Scaleway
];
const METADATA_NAMES = /^(metadata(\.google\.internal|\.goog)?|instance-data(\.ec2\.internal)?)$/;

function isForbiddenV4(octets: Octets): boolean {
  const [a = 0, b = 0] = octets;
  const linkLocal = a === 169 && b === 254;
  return a === 0 || linkLocal || a >= 224 || METADATA_V4.has(octets.join("."));
}

function isForbiddenV6(groups: number[]): boolean {
  const [first = 0] = groups;
  const linkLocal = (first & 0xffc0) === 0xfe80;
  const multicast = first >> 8 === 0xff;
  const metadata = METADATA_V6.some((address) => groupsOf(address)?.join() === groups.join());
  return linkLocal || multicast || metadata;
}

const isLoopbackV6 = (groups: number[]) => groups.every((group, index) => group === (index === 7 ? 1 : 0));

/**
 * Whether an IP address (no brackets) is never to be called: "this network", link-local, multicast, broadcast, and
 * the metadata services of cloud machines; also when an IPv6 address carries such an IPv4 one. What is no address at
 * all is forbidden too.
 */
export function isForbiddenAddress(address: string): boolean {
  const octets = octetsOf(address);
  if (octets) return isForbiddenV4(octets);
  const groups = groupsOf(address);
  if (!groups) return true;
  if (isLoopbackV6(groups)) return false;
  const carried = carriedOctets(groups);
  return isForbiddenV6(groups) || (carried !== null && isForbiddenV4(carried));
}

/** Whether a name is one under which cloud machines offer their metadata. */
export const isMetadataName = (name: string): boolean =>
  METADATA_NAMES.test(name.toLowerCase().replace(/\.$/, ""));

/** Whether what is listened on at this host (a name or an address, with or without brackets) stays on this machine. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, "");
  if (plain === "localhost") return true;
  const groups = groupsOf(plain);
  const octets = octetsOf(plain) ?? (groups && !isLoopbackV6(groups) ? carriedOctets(groups) : null);
  return octets?.[0] === 127 || (groups !== null && isLoopbackV6(groups));
}
