import { type AnyStruct, type Field, type Fields, struct, type Type } from './type.js'

/**
 * The same struct under the name that it has in another version: names that begin with `from` begin with `to`, also those
 * of the structs in it. Structs that protobuf nests under inlined fields keep theirs, as nobody sees them.
 */
export function renamed(type: AnyStruct, from: string, to: string): AnyStruct {
  const pair = JSON.stringify([from, to])
  const renaming = renamings.get(pair) ?? { from, to, known: new WeakMap() }
  renamings.set(pair, renaming)
  return renameStruct(type, renaming)
}

/** A name stands for one struct, whichever struct it was first found in. */
const renamings = new Map<string, Renaming>()

interface Renaming {
  readonly from: string
  readonly to: string
  /** The renamed structs, each once. */
  readonly known: WeakMap<AnyStruct, AnyStruct>
}

function rename(type: Type, renaming: Renaming): Type {
  switch (type.kind) {
    case 'list':
    case 'map':
      return { ...type, element: rename(type.element, renaming) }
    case 'struct':
      return renameStruct(type, renaming)
    default:
      return type
  }
}

function renameStruct(type: AnyStruct, renaming: Renaming): AnyStruct {
  const { from, to, known } = renaming
  if (!type.name.startsWith(from)) return type
  const made =
    known.get(type) ??
    struct(
      to + type.name.slice(from.length),
      type.description,
      () =>
        Object.fromEntries(
          Object.entries(type.fields as Fields).map(([name, field]): [string, Field] => [
            name,
            { ...field, type: rename(field.type, renaming) },
          ]),
        ),
      type,
    )
  known.set(type, made)
  return made
}
