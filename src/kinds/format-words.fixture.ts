import type { TextFormat } from '#meta/field-errors.js'
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  pathSegment,
  qualifiedName,
  rfc1123Label,
  rfc1123Subdomain,
  rfc1123SubdomainWithUnderscores,
  wildcardSubdomain,
} from '#meta/formats.js'
import {
  configKey,
  descendingPath,
  envVarName,
  httpHeaderName,
  legacyPortName,
  nonReservedPath,
  percent,
  portName,
  roleName,
  withoutStepsBack,
} from './shared/formats.js'

/** A format as the docs describe it: its name, a description, and strings that break each of its rules. */
export interface FormatWords {
  readonly format: TextFormat
  readonly name: string
  readonly words: string
  readonly bad: readonly string[]
}

const LONG = 'a'.repeat(300)

export const formatWords: readonly FormatWords[] = [
  {
    format: dns1123Label,
    name: 'DNS label',
    words: 'lower case letters, digits and dashes; a letter or digit first and last; up to 63',
    bad: [LONG, 'A'],
  },
  {
    format: dns1123Subdomain,
    name: 'DNS subdomain',
    words: 'such labels with dots between; up to 253',
    bad: [LONG, 'A'],
  },
  {
    format: rfc1123Label,
    name: 'RFC 1123 label',
    words: "a DNS label, in the words of today's groups",
    bad: [LONG, 'A', 'a.b'],
  },
  {
    format: rfc1123Subdomain,
    name: 'RFC 1123 subdomain',
    words: "a DNS subdomain, in the words of today's groups",
    bad: [LONG, 'A'],
  },
  {
    format: rfc1123SubdomainWithUnderscores,
    name: 'search path',
    words: 'the same, with underscores allowed in labels and before them',
    bad: [LONG, 'A'],
  },
  {
    format: dns1035Label,
    name: 'DNS-1035 label',
    words: 'a DNS label that begins with a letter',
    bad: [LONG, 'A'],
  },
  {
    format: wildcardSubdomain,
    name: 'wildcard subdomain',
    words: 'an asterisk, a dot and a DNS subdomain; up to 253',
    bad: [`*.${LONG}`, '*'],
  },
  {
    format: qualifiedName,
    name: 'qualified name',
    words:
      'a name of letters, digits, dashes, underscores and dots, up to 63; a DNS subdomain and a slash may come before',
    bad: ['/a', `${LONG}/a`, 'A/a', 'a/b/c', 'a/', LONG],
  },
  {
    format: labelValue,
    name: 'label value',
    words: 'empty, or the name part of a qualified name',
    bad: [LONG, 'a b'],
  },
  {
    format: envVarName,
    name: 'variable name',
    words:
      'letters, digits, dashes, underscores and dots, no digit first; neither . nor .. nor anything that begins with ..',
    bad: ['1', '.', '..', '..a'],
  },
  {
    format: configKey,
    name: 'config key',
    words:
      'letters, digits, dashes, underscores and dots, up to 253; neither . nor .. nor anything that begins with ..',
    bad: [LONG, '/', '.', '..', '..a'],
  },
  {
    format: portName,
    name: 'port name',
    words: 'lower case letters, digits and single dashes inside, with a letter among them; up to 15',
    bad: [LONG, 'A', '1', 'a--b', '-a'],
  },
  {
    format: legacyPortName,
    name: 'legacy port name',
    words: 'a port name, in the words of the first groups',
    bad: [LONG, 'A', '1', 'a--b', '-a'],
  },
  { format: httpHeaderName, name: 'header name', words: 'letters, digits and dashes', bad: ['a b'] },
  { format: percent, name: 'percentage', words: 'digits and a percent sign', bad: ['a'] },
  {
    format: withoutStepsBack,
    name: 'path without steps back',
    words: 'none of its elements is two dots',
    bad: ['..'],
  },
  {
    format: descendingPath,
    name: 'descending path',
    words: 'begins with no slash, and none of its elements is two dots',
    bad: ['/..'],
  },
  {
    format: nonReservedPath,
    name: 'path of a file',
    words: 'a descending path that does not begin with two dots',
    bad: ['/a', '../a', '..a'],
  },
  {
    format: pathSegment,
    name: 'path segment',
    words:
      'any name, besides the format that the kind has for it: neither . nor .., no slash and no percent sign',
    bad: ['.', '..', '/', '%'],
  },
  {
    format: roleName,
    name: 'name of a role',
    words: 'a path segment of at most 800 printable ASCII characters',
    bad: ['.', '..', '/', '%', 'é', 'a'.repeat(801)],
  },
]

/** All error messages of the format. */
export function problemsOf({ format, bad }: FormatWords): readonly string[] {
  return [...new Set(bad.flatMap((text) => format(text)))]
}
