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

  get fields(): Fields {
    this.#fields ??= this.#describe()
    return this.#fields
  }
}
