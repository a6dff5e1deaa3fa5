import {
  CLUSTERS_DEFAULTS,
  CLUSTERS_OPTIONS,
  EXPLAIN_DEFAULTS,
  EXPLAIN_OPTIONS,
  JOIN_DEFAULTS,
  JOIN_OPTIONS,
  UNJOIN_DEFAULTS,
  UNJOIN_OPTIONS,
} from '#cli/cluster-options.js'
import { UP_DEFAULTS, UP_OPTIONS } from '#cli/federation/up-options.js'
import { KUBECONFIG_DEFAULTS, KUBECONFIG_OPTIONS } from '#cli/kubeconfig-options.js'
import type { Defaults } from '#cli/read-options.js'
import { RECORD_DEFAULTS, RECORD_OPTIONS } from '#cli/testing/record-options.js'
import { TEST_DEFAULTS, TEST_OPTIONS } from '#cli/testing/test-options.js'
import {
  EXPORT_DEFAULTS,
  EXPORT_OPTIONS,
  IMPORT_DEFAULTS,
  IMPORT_OPTIONS,
  VERIFY_OPTIONS,
} from '#cli/transfer-options.js'
import { defaultConfig } from '#server/config.js'
import { type Option, type OptionTable, variableOf } from '#server/options/option.js'
import { OPTIONS, STORAGE_OPTIONS } from '#server/options/table.js'
import { code, page, plain, sentence, table } from './markdown.js'

/** The sections of the flags of `serve`, with a pattern for the flags of each. Other flags are general. */
const SECTIONS: readonly { readonly title: string; readonly guide: string; readonly flags: RegExp }[] = [
  {
    title: 'Storage',
    guide: '[Operations](/guides/operations)',
    flags: /^--(data-dir|storage|allow-empty|etcd-|history-|from$)/,
  },
  { title: 'TLS', guide: '[Access](/guides/access#tls)', flags: /^--(tls-|client-ca-)/ },
  {
    title: 'Authentication and authorization',
    guide: '[Access](/guides/access)',
    flags: /^--(token-|anonymous-|authorization-|oidc-|authentication-|service-account-)/,
  },
  { title: 'Audit', guide: '[Audit log](/guides/access#audit-log)', flags: /^--audit-/ },
  { title: 'Limits', guide: '[Fair use](/guides/access#fair-use)', flags: /^--max-/ },
  { title: 'Browsers', guide: '[Browsers](/guides/operations#browsers)', flags: /^--(allowed-hosts|cors-)/ },
  { title: 'Webhooks', guide: '[Admission](/guides/admission#webhooks)', flags: /^--service-resolver/ },
  { title: 'Workloads', guide: '[Workloads](/guides/workloads)', flags: /^--simulate-/ },
  {
    title: 'Faults',
    guide: '[Testing](/guides/testing#faults)',
    flags: /^--(faults|allow-faults-)/,
  },
  { title: 'Federation', guide: '[Federation](/guides/federation)', flags: /^--(federation|cluster-|dns-)/ },
]

export function flagsPage(): string {
  const all = Object.values(OPTIONS).map(({ flag }) => flag)
  const isGeneral = (flag: string) => SECTIONS.every(({ flags }) => !flags.test(flag))
  const serve = SECTIONS.map(
    ({ title, guide, flags }) =>
      `### ${title}\n\n${optionTable(OPTIONS, defaultConfig, (flag) => flags.test(flag))}\n\nGuide: ${guide}.`,
  )
  if (!all.some(isGeneral)) throw new Error('every flag has a section; remove the general one')
  return page(
    'Flags and variables',
    `Every command explains its flags: \`binnacle help serve\`. A flag overrides its variable, a variable overrides the default.
With npm, flags come after two dashes: \`npm start -- --port 0 --storage memory\`. A program gives the same options to
[\`createServer\`](/reference/library).

A switch such as \`--federation\` is \`true\` without a value; \`--anonymous-auth=false\` turns one off. Durations are written as
\`90s\`, \`15m\` or \`1h30m\`. Lists are separated by commas.`,
    '## binnacle serve',
    optionTable(OPTIONS, defaultConfig, isGeneral),
    ...serve,
    command('test', TEST_OPTIONS, TEST_DEFAULTS),
    command('record', RECORD_OPTIONS, RECORD_DEFAULTS),
    command('export', EXPORT_OPTIONS, EXPORT_DEFAULTS),
    command('import', IMPORT_OPTIONS, IMPORT_DEFAULTS),
    command('verify', VERIFY_OPTIONS, defaultConfig),
    command('kubeconfig', KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS),
    command('join', JOIN_OPTIONS, JOIN_DEFAULTS),
    command('unjoin', UNJOIN_OPTIONS, UNJOIN_DEFAULTS),
    command('clusters', CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS),
    command('explain-placement', EXPLAIN_OPTIONS, EXPLAIN_DEFAULTS),
    command('federation up', UP_OPTIONS, UP_DEFAULTS),
  )
}

const STORAGE_FLAGS = new Set(Object.values(STORAGE_OPTIONS).map(({ flag }) => flag))

/** A command. One with all storage flags does not list them again. */
function command<C extends object>(name: string, options: OptionTable<C>, defaults: Defaults<C>): string {
  const flags = (Object.keys(options) as (keyof C)[]).map((key) => options[key].flag)
  const isStorage = [...STORAGE_FLAGS].every((flag) => flags.includes(flag))
  const isShown = (flag: string) => !isStorage || !STORAGE_FLAGS.has(flag)
  const note = isStorage ? '\n\nAnd the flags of `serve` for [storage](#storage).' : ''
  return `## binnacle ${name}\n\n${optionTable(options, defaults, isShown)}${note}`
}

function optionTable<C extends object>(
  options: OptionTable<C>,
  defaults: Defaults<C>,
  isShown: (flag: string) => boolean,
): string {
  const keys = (Object.keys(options) as (keyof C)[]).filter((key) => isShown(options[key].flag))
  return table(
    ['flag and variable', 'default', 'meaning'],
    keys.map((key) => row<C[keyof C]>(options[key], defaults[key])),
  )
}

function row<V>(
  { flag, placeholder, hasVariable, isRepeatable, help, format }: Option<V>,
  value: V | undefined,
): string[] {
  const usage = code(placeholder === undefined ? flag : `${flag} ${placeholder}`)
  const repeated = isRepeatable ? ' The flag can be repeated.' : ''
  return [
    hasVariable ? `${usage}<br>${code(variableOf(flag))}` : usage,
    value === undefined ? 'required' : shownDefault(format(value)),
    plain(sentence(help)) + repeated,
  ]
}

/** Default values are formatted as code, descriptions of a default are not. */
const shownDefault = (text: string) => (text === 'none' || text.includes(' ') ? plain(text) : code(text))
