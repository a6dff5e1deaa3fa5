import { type ListText, NO_BYTES } from './codec.js'

/** Lists in JSON, element by element. */

export const compactList: ListText = {
  begin: (members, name) => Buffer.from(`${JSON.stringify(members).slice(0, -1)},"${name}":[`),
  first: NO_BYTES,
  next: Buffer.from(','),
  item: (value) => Buffer.from(JSON.stringify(value)),
  end: () => COMPACT_END,
}
const COMPACT_END = Buffer.from(']}')

/** How deep the elements of a member's list stand. */
const ITEM_INDENT = '    '

export const indentedList: ListText = {
  begin: (members, name) => Buffer.from(`${JSON.stringify(members, null, 2).slice(0, -2)},\n  "${name}": [`),
  first: Buffer.from(`\n${ITEM_INDENT}`),
  next: Buffer.from(`,\n${ITEM_INDENT}`),
  // In JSON a line break is never part of a text.
  item: (value) => Buffer.from(JSON.stringify(value, null, 2).replaceAll('\n', `\n${ITEM_INDENT}`)),
  end: (isEmpty) => Buffer.from(isEmpty ? ']\n}\n' : '\n  ]\n}\n'),
}
