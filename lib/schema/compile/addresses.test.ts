import { describe, expect, test } from "vitest";
import { ADDRESS_FORMATS } from "./addresses";

const long = "a".repeat(63);

describe.each<[keyof typeof ADDRESS_FORMATS, right: string[], wrong: string[]]>([
  [
    "uri",
    [
      ...[
        "a:",
        "a:b",
        "urn:isbn:1",
        "http://a",
        "http://a:80/b?c=d/?#e/?",
        "http://a/b/../c",
        "a:/",
        "a://",
        "a:///b",
      ],
      ...[
        "http://user:pw@a/",
        "http://[::1]/",
        "http://[1:2:3:4:5:6:7:8]",
        "http://[::ffff:1.2.3.4]",
        "http://[v7.a:b]",
      ],
      ...["http://a/%20", "a+b-c.1:x", "mailto:a@b", "http://a/;x=1,2", "http://[1::]", "http://[1:2::7:8]"],
    ],
    [
      ...[
        "",
        "a",
        "//a",
        "/a",
        "?a",
        "#a",
        "1a:b",
        "http://a b",
        "http://a/%2",
        "http://a/%gg",
        "http://[::1",
        "é:b",
      ],
      ...[
        "http://é",
        "http://a/\n",
        "http://a:x",
        "http://[1:2:3:4:5:6:7:8:9]",
        "http://[1::2::3]",
        "http://[]",
        "a:#b#c",
      ],
      ...[
        "http://[1:2:3:4:5:6:7]",
        "http://[12345::]",
        "http://a/[b]",
        'http://a/"',
        "http://a@b@c",
        "a://b\\c",
      ],
    ],
  ],
  [
    "uri-reference",
    ["", "a", "/a", "//a/b", "?a", "#a", "./a:b", "a/b:c", "../a", "@"],
    ["a b", "1:b", ":", "\\", "#a#b"],
  ],
  [
    "iri",
    ["http://é/ü?ñ#ø", "http://例え.jp", "a:b", "a:?\ue000"],
    ["é:b", "é", "http://a\u0007", "a:\ue000", "a:\ufffe"],
  ],
  ["iri-reference", ["é", "/é", "", "#é"], ["é b", "\\é", "é:b"]],
  [
    "uri-template",
    ["", "{a}", "{+a,b*}/{c:3}", "a{?x.y}", "%20", "é", "it's"],
    ["{", "}", "{}", "{a", "{:1}", "{a:0}", "{a:12345}", "%2", "a b", "<"],
  ],
  [
    "email",
    ["a@b", "a.b@c.d", '"a b"@c', '"a\\"b"@c', "a@[1.2.3.4]", "a@[IPv6:::1]", "a+b@c", `a@${long}.b`, '""@a'],
    [
      "",
      "a",
      "@a",
      "a@",
      "a@b@c",
      ".a@b",
      "a.@b",
      "a..b@c",
      "a b@c",
      "a@-b",
      "a@b-",
      "a@b..c",
      "a@[1.2.3.999]",
      "é@b",
      `a@${long}a`,
      "a@b.",
      '"a"b@c',
    ],
  ],
  ["idn-email", ["é@b", "a@é", '"é"@b', "𝕏@b.例", "a@b"], ["", "a", "é b@c", "é@", "a＠b"]],
])("%s", (name, right, wrong) => {
  test.each(right)("%j is one", (text) => {
    expect(ADDRESS_FORMATS[name].test(text)).toBe(true);
  });

  test.each(wrong)("%j is none", (text) => {
    expect(ADDRESS_FORMATS[name].test(text)).toBe(false);
  });
});
