/** What tools are told about a struct besides its fields. */
export interface StructOptions {
  /** Whether the struct is owned as a whole (`atomic`) or member by member (`granular`). */
  readonly mapType?: MapOwnership | undefined
  /** The members of which one is given, as another member says. */
  readonly unions?: readonly Union[] | undefined
  /**
   * What documents of OpenAPI say about the type, where its fields do not say all: made of what they would say about the
   * fields.
   */
  readonly published?: ((dialect: 'v2' | 'v3', fields: Record<string, unknown>) => object) | undefined
}

/** Whether the members of a map or struct have one owner, or each its own. */
export type MapOwnership = 'atomic' | 'granular'

export interface Union {
  /** The member that says which of the others is given. */
  readonly discriminator: string
  /** What it says for each of them. */
  readonly members: Readonly<Record<string, string>>
}

/** A struct as `type.ts` makes it. A class, so that all have one shape, whether their fields are described yet or not. */
export class DescribedStruct<Fields, Value> {
  readonly kind = 'struct' as const
  readonly name: string
  readonly description: string
  readonly complete: ((value: Value) => void) | undefined
  readonly mapType: MapOwnership | undefined
  readonly unions: readonly Union[] | undefined
  readonly published: StructOptions['published']
  readonly #describe: () => Fields
  #fields: Fields | undefined

  constructor(
    name: string,
    description: string,
    describe: () => Fields,
    { mapType, unions, published }: StructOptions,
    complete?: (value: Value) => void,
  ) {
    this.name = name
    this.description = description
    this.complete = complete
    this.mapType = mapType
    this.unions = unions
    this.published = published
    this.#describe = describe
  }

  /** Throws when two of them have one number. */
  get fields(): Fields {
    if (this.#fields === undefined) {
      const fields = this.#describe()
      expectNumbers(this.name, fields as NumberedFields)
      this.#fields = fields
    }
    return this.#fields
  }
}

/** What protobuf knows of a field. */
interface NumberedField {
  readonly number: number
  readonly inlined?: { readonly number: number; readonly struct: object } | undefined
}

type NumberedFields = Readonly<Record<string, NumberedField>>

/** The largest number that a field may have. */
const MAX_NUMBER = 2 ** 29 - 1

/**
 * Throws when two fields have one number. A mistake in a description is found where the type is first used, and not where it is
 * first written as protobuf.
 */
export function expectNumbers(struct: string, fields: NumberedFields): void {
  const taken = new Map<number, string>()
  for (const [name, { number: own, inlined }] of Object.entries(fields)) {
    const number = inlined?.number ?? own
    if (!Number.isInteger(number) || number < 0 || number > MAX_NUMBER) {
      throw new Error(`${struct}.${name}: ${number} is no number of a field in protobuf`)
    }
    // `kind` and `apiVersion` travel outside of the message.
    if (number === 0) continue
    const other = taken.get(number)
    if (other === undefined) taken.set(number, name)
    // All fields of a struct that is inlined are in one message.
    else if (inlined === undefined || fields[other]?.inlined?.struct !== inlined.struct) {
      throw new Error(`${struct}: the fields ${other} and ${name} have the same number ${number}`)
    }
  }
}
