import type { FlagRow } from '#cli/kube-apiserver/flag.js'
import { SECTIONS } from '#cli/kube-apiserver/flags.js'
import { code, codes, page, sentence, table } from './markdown.js'

export function kubeApiserverFlagsPage(): string {
  return page(
    'Flags of kube-apiserver',
    `What becomes of the flags of kube-apiserver 1.33. \`binnacle kube-apiserver\` takes them as they are
([guide](../guides/cluster.md#instead-of-kube-apiserver)); an unknown flag is an error. \`binnacle serve\` has those under **same**, and the
others by the name here. Flags of this server alone are in [flags and variables](./flags.md).

**None** means that \`binnacle kube-apiserver\` accepts the flag, names it in the log and does nothing else. **Refused** flags and values would
weaken the server, or change what it does, without anyone noticing: it does not start with them.`,
    ...SECTIONS.map(
      ({ title, rows }) => `## ${title}\n\n${table(['flag', 'here', 'note'], rows.map(cellsOf))}`,
    ),
    `## Other flags

\`--help\` and \`--version\` work as usual. The flags of \`binnacle serve\` that have no counterpart are
[variables](./flags.md) of \`binnacle kube-apiserver\`.`,
  )
}

function cellsOf(row: FlagRow): string[] {
  const names = codes(row.flags.map(({ flag }) => flag))
  return [names, hereOf(row), noteOf(row)]
}

function hereOf({ here, refusal }: FlagRow): string {
  if (here === 'none') return refusal?.what === '' ? 'refused' : 'none'
  return here === 'same' ? 'same' : code(here)
}

function noteOf({ note, refusal }: FlagRow): string {
  const parts = note === '' ? [] : [note.startsWith('[') ? note : sentence(note)]
  if (refusal === undefined) return parts.join(' ')
  return [...parts, refusal.what === '' ? refusal.why : `${refusal.what} is refused: ${refusal.why}`].join(
    ' ',
  )
}
