import type { Flag } from '#cli/command.js'
import { COMMANDS } from '#cli/commands.js'
import { SERVE_FLAGS } from '#cli/config/serve-config.js'
import { KUBE_APISERVER_FLAGS } from '#cli/kube-apiserver/help.js'
import { OPTION_GROUPS } from '#server/options/groups.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'
import { code, page, plain, sentence, table } from './markdown.js'

export function flagsPage(): string {
  const sections = OPTION_GROUPS.map(
    ({ title, name, guide }) =>
      `### ${title}\n\nIn a configuration file below \`${name}\`.\n\n${flagTable(
        SERVE_FLAGS.filter(({ section }) => section === title),
      )}\n\nGuide: [${title}](${guide}).`,
  )
  const others = COMMANDS.filter(({ flags }) => flags.length > 0 && flags !== SERVE_FLAGS)
  return page(
    'Flags and variables',
    `Every command explains its flags: \`binnacle help serve\`. A flag overrides its variable, a variable overrides the
configuration file (\`--config\`, [guide](/guides/operations#configuration-file)), and the file overrides the default.
With npm, flags come after two dashes: \`npm start -- --port 0 --storage memory\`. A program gives the same options to
[\`createServer\`](/reference/library).

A switch such as \`--federation\` is \`true\` without a value; \`--anonymous-auth=false\` turns one off. Durations are written as
\`90s\`, \`15m\` or \`1h30m\`. Lists are separated by commas.`,
    '## binnacle serve',
    ...sections,
    ...others.map(commandSection),
  )
}

const STORAGE_FLAGS = new Set(Object.values(STORAGE_OPTIONS).map(({ flag }) => flag))

/** A command. One with all storage flags does not list them again, and another page has the flags of kube-apiserver. */
function commandSection({ name, flags }: { readonly name: string; readonly flags: readonly Flag[] }): string {
  if (flags === KUBE_APISERVER_FLAGS) {
    return `## binnacle ${name}\n\n[Flags of kube-apiserver](./kube-apiserver-flags.md), and all variables of \`serve\`.`
  }
  const isStorage = [...STORAGE_FLAGS].every((flag) => flags.some((known) => known.flag === flag))
  const shown = flags.filter(({ flag }) => !isStorage || !STORAGE_FLAGS.has(flag))
  const note = isStorage ? '\n\nAnd the flags of `serve` for [storage](#storage).' : ''
  return `## binnacle ${name}\n\n${flagTable(shown)}${note}`
}

const flagTable = (flags: readonly Flag[]) =>
  table(['flag and variable', 'default', 'meaning'], flags.map(row))

function row({ flag, placeholder, variable, isRepeatable, help, fallback }: Flag): string[] {
  const usage = code(placeholder === undefined ? flag : `${flag} ${placeholder}`)
  const repeated = isRepeatable ? ' The flag can be repeated.' : ''
  return [
    variable === undefined ? usage : `${usage}<br>${code(variable)}`,
    fallback === undefined ? 'required' : shownDefault(fallback),
    plain(sentence(help)) + repeated,
  ]
}

/** Default values are formatted as code, descriptions of a default are not. */
const shownDefault = (text: string) => (text === 'none' || text.includes(' ') ? plain(text) : code(text))
