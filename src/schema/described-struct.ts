/** Options of a struct besides its fields. */
export interface StructOptions {
  /** Whether the struct is owned as a whole (`atomic`) or field by field (`granular`). */
  readonly mapType?: MapOwnership | undefined
  /** The fields of a union; the discriminator says which one is set. */
  readonly unions?: readonly Union[] | undefined
  /** Overrides the OpenAPI schema of the type; receives the schemas of its fields. */
  readonly published?: ((dialect: 'v2' | 'v3', fields: Record<string, unknown>) => object) | undefined
}

/** Whether the fields of a map or struct have one owner, or each its own. */
export type MapOwnership = 'atomic' | 'granular'

export interface Union {
  /** The field that names the one that is set. */
  readonly discriminator: string
  /** The value of the discriminator for each of them. */
  readonly members: Readonly<Record<string, string>>
}

/** A struct of `type.ts`. A class, so that all structs share one hidden class, even before their fields are built. */
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

  /** Throws if two fields have the same number. */
  get fields(): Fields {
    if (this.#fields === undefined) {
      const fields = this.#describe()
      expectNumbers(this.name, fields as NumberedFields)
      this.#fields = fields
    }
    return this.#fields
  }
}

/** The protobuf properties of a field. */
interface NumberedField {
  readonly number: number
  readonly inlined?: { readonly number: number; readonly struct: object } | undefined
}

type NumberedFields = Readonly<Record<string, NumberedField>>

/** The largest number that a field may have. */
const MAX_NUMBER = 2 ** 29 - 1

/**
 * Throws if two fields have the same number. Runs at the first use of the type, not only when it is encoded as
 * protobuf.
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
