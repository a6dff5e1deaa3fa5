import { FIELD, type FieldSet, fieldAt, union } from '#apply/field-set.js'
import { type Ownership, ownershipOf } from '#apply/ownership.js'
import type { Json, Versions } from '#apply/versions.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { fromStored, toStored } from '#registry/conversion.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import { decoderOf, withoutDefaults } from '#schema/decode.js'
import type { Fields } from '#schema/type.js'

/** The versions of a kind, as field managers see them through the object or one of its subresources. */
export class KindVersions implements Versions {
  readonly #versions: ReadonlyMap<string, ServedVersion>
  readonly #subresource: string | undefined
  readonly #ignored: FieldSet | undefined

  /** `subresource` is undefined for the object itself. */
  constructor({ versions, storageVersion, strategy }: StoredKind, subresource: string | undefined) {
    this.#subresource = subresource
    this.#versions = new Map(versions.map((version) => [apiVersionOf(version), version]))
    // All fields of such a kind are owned, through each of its subresources.
    if (strategy.takesChangedStatus) return
    const fields = storageVersion.schema.fields as Fields
    const kept = (strategy.keptFields?.[subresource ?? ''] ?? []).map((path) => fieldAt(...path))
    if (subresource === undefined && storageVersion.emptyStatus() !== undefined) kept.push(STATUS)
    if (subresource === 'status' && fields.spec) kept.push(SPEC)
    this.#ignored = kept.reduce<FieldSet | undefined>(union, undefined)
  }

  ownershipIn(apiVersion: string): Ownership | undefined {
    const version = this.#versions.get(apiVersion)
    return version && (version.codec ?? ownershipOf(version.schema))
  }

  /**
   * The object may have been merged, so it is decoded before its conversion; but without defaults, because they differ
   * by version.
   */
  convert(object: Json, from: string, to: string): Json {
    const [source, target] = [this.#expect(from), this.#expect(to)]
    const decode = source.codec?.decodeBare ?? decoderOf(withoutDefaults(source.schema))
    return fromStored(target, toStored(source, decode(object) as unknown as ApiObject)) as unknown as Json
  }

  /**
   * The fields that a write through the subresource restores. Those of the strategy have the same names in all
   * versions.
   */
  ignored(apiVersion: string): FieldSet | undefined {
    const codec = this.#versions.get(apiVersion)?.codec
    if (codec === undefined) return this.#ignored
    if (this.#subresource === 'status') return ALL_BUT_STATUS
    return this.#subresource === undefined && codec.hasStatus ? STATUS : undefined
  }

  #expect(apiVersion: string): ServedVersion<ApiObject> {
    const version = this.#versions.get(apiVersion)
    if (version === undefined) throw new Error(`${apiVersion} is not served`)
    return version
  }
}

const ALL_BUT_STATUS: FieldSet = { 'f:metadata': FIELD, 'f:spec': FIELD }
const STATUS: FieldSet = { 'f:status': FIELD }
const SPEC: FieldSet = { 'f:spec': FIELD }
