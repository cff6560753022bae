/**
 * Patterns for addresses, written from their grammars: URI (RFC 3986), IRI (RFC 3987), URI Template (RFC 6570), e-mail
 * (RFC 5321, internationalized RFC 6531). All of them match in linear time.
 */

/** Characters beyond ASCII that a grammar allows. */
const UCS = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}";
const PRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const HEX = "[\\da-fA-F]{1,4}";
const LAST_32 = `(?:${HEX}:${HEX}|${IPV4})`;
/** Eight groups, or fewer around one `::`. */
const IPV6 = `(?:${[
  `(?:${HEX}:){6}${LAST_32}`,
  ...[0, 1, 2, 3, 4, 5].map((n) => `${upTo(n)}::(?:${HEX}:){${5 - n}}${LAST_32}`),
  `${upTo(6)}::${HEX}`,
  `${upTo(7)}::`,
].join("|")})`;

/** At most so many groups before `::`. */
function upTo(count: number): string {
  return count === 0 ? "(?:)" : `(?:(?:${HEX}:){0,${count - 1}}${HEX})?`;
}

interface Letters {
  /** Beyond ASCII, anywhere. */
  ucs: string;
  /** The same, in a query only. */
  inQuery: string;
}

/** `relative`: also without a scheme. */
function address({ ucs, inQuery }: Letters, relative: boolean): RegExp {
  const escaped = "%[\\da-fA-F]{2}";
  const plain = `[\\w.~!$&'()*+,;=${ucs}-]`;
  const inSegment = `(?:[\\w.~!$&'()*+,;=:@${ucs}-]|${escaped})`;
  const user = `(?:[\\w.~!$&'()*+,;=:${ucs}-]|${escaped})*@`;
  const literal = `\\[(?:${IPV6}|[vV][\\da-fA-F]+\\.[\\w.~!$&'()*+,;=:-]+)\\]`;
  const authority = `(?:${user})?(?:${literal}|(?:${plain}|${escaped})*)(?::\\d*)?`;
  const rest = `(?:/${inSegment}*)*`;
  const absolute = `/(?:${inSegment}+${rest})?`;
  const withScheme = `[a-zA-Z][a-zA-Z\\d+.-]*:(?://${authority}${rest}|${absolute}|${inSegment}+${rest}|)`;
  // A colon in the first segment would turn the part before it into a scheme.
  const first = `(?:[\\w.~!$&'()*+,;=@${ucs}-]|${escaped})+`;
  const withoutScheme = `(?://${authority}${rest}|${absolute}|${first}${rest}|)`;
  const query = `(?:\\?(?:${inSegment}|[/?${inQuery}])*)?`;
  const fragment = `(?:#(?:${inSegment}|[/?])*)?`;
  const start = relative ? `(?:${withScheme}|${withoutScheme})` : withScheme;
  return new RegExp(`^${start}${query}${fragment}$`, "u");
}

const ASCII: Letters = { ucs: "", inQuery: "" };
const INTERNATIONAL: Letters = { ucs: UCS, inQuery: PRIVATE };

function mail(beyond: string): RegExp {
  const atom = `[\\w!#$%&'*+/=?^\`{|}~${beyond}-]+`;
  const quoted = `"(?:[ !#-\\[\\]-~${beyond}]|\\\\[ -~])*"`;
  const label = `[a-zA-Z\\d${beyond}](?:[a-zA-Z\\d${beyond}-]{0,61}[a-zA-Z\\d${beyond}])?`;
  const domain = `${label}(?:\\.${label})*`;
  const literal = `\\[(?:${IPV4}|IPv6:${IPV6})\\]`;
  return new RegExp(`^(?:${atom}(?:\\.${atom})*|${quoted})@(?:${domain}|${literal})$`, "u");
}

function template(): RegExp {
  const literal = `[!#$&'()*+,\\-./\\d:;=?@A-Z\\[\\]_a-z~${UCS}${PRIVATE}]|%[\\da-fA-F]{2}`;
  const letter = "(?:\\w|%[\\da-fA-F]{2})";
  const name = `${letter}+(?:\\.${letter}+)*`;
  const variable = `${name}(?:\\*|:[1-9]\\d{0,3})?`;
  return new RegExp(`^(?:${literal}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`, "u");
}

export const ADDRESS_FORMATS = {
  uri: address(ASCII, false),
  "uri-reference": address(ASCII, true),
  iri: address(INTERNATIONAL, false),
  "iri-reference": address(INTERNATIONAL, true),
  "uri-template": template(),
  email: mail(""),
  // What a label of a domain may hold beyond ASCII (IDNA) is not looked at.
  "idn-email": mail("\\u{80}-\\u{d7ff}\\u{e000}-\\u{10ffff}"),
};
