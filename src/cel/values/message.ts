import { CelMap, type CelValue } from './values.js'

/** A value that an expression has constructed: `Object.spec{replicas: 1}`. Fields that it does not set are missing. */
export class MessageValue extends CelMap {
  readonly fields: ReadonlyMap<string, CelValue>
  readonly #typeName: string

  constructor(typeName: string, fields: ReadonlyMap<string, CelValue>) {
    super()
    this.#typeName = typeName
    this.fields = fields
  }

  override get typeName(): string {
    return this.#typeName
  }

  override get size(): number {
    return this.fields.size
  }

  override get(key: CelValue): CelValue | undefined {
    return this.fields.get(key as string)
  }

  override keys(): Iterable<CelValue> {
    return this.fields.keys()
  }

  override equalsHidden(other: CelMap): boolean {
    return other instanceof MessageValue && other.typeName === this.typeName
  }
}
