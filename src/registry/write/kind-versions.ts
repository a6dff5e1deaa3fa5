import { FIELD, type FieldSet, fieldAt, union } from '#apply/field-set.js'
import { type Ownership, ownershipOf } from '#apply/ownership.js'
import type { Json, Versions } from '#apply/versions.js'
import type { ApiObject } from '#meta/api-object.js'
import { apiVersionOf } from '#meta/resource.js'
import { fromStored, toStored } from '#registry/conversion.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import { decoderOf } from '#schema/decode.js'
import type { Fields } from '#schema/type.js'
import { withoutDefaults } from '#schema/without-defaults.js'

/** The versions of a kind, as owners of fields see them when they write through one of its doors. */
export class KindVersions implements Versions {
  readonly #versions: ReadonlyMap<string, ServedVersion>
  readonly #subresource: string | undefined
  readonly #ignored: FieldSet | undefined

  /** `subresource` is undefined for the object itself. */
  constructor({ versions, storageVersion, strategy }: StoredKind, subresource: string | undefined) {
    this.#subresource = subresource
    this.#versions = new Map(versions.map((version) => [apiVersionOf(version), version]))
    const fields = storageVersion.schema.fields as Fields
    if (subresource === undefined && storageVersion.emptyStatus() !== undefined) this.#ignored = STATUS
    if (subresource === 'status') {
      const kept = (strategy.keptByStatusUpdates ?? []).map((path) => fieldAt(...path))
      this.#ignored = [fields.spec && SPEC, ...kept].reduce<FieldSet | undefined>(union, undefined)
    }
  }

  ownershipIn(apiVersion: string): Ownership | undefined {
    const version = this.#versions.get(apiVersion)
    return version && (version.form ?? ownershipOf(version.schema))
  }

  /**
   * What is converted may have been put together from parts, so it is completed before; but without defaults, because
   * those of one version are not those of another.
   */
  convert(object: Json, from: string, to: string): Json {
    const [source, target] = [this.#expect(from), this.#expect(to)]
    const decode = source.form?.decodeBare ?? decoderOf(withoutDefaults(source.schema))
    return fromStored(target, toStored(source, decode(object) as unknown as ApiObject)) as unknown as Json
  }

  /** The parts of an object that are put back. Those that the strategy puts back are called the same in all versions. */
  ignored(apiVersion: string): FieldSet | undefined {
    const form = this.#versions.get(apiVersion)?.form
    if (form === undefined) return this.#ignored
    if (this.#subresource === 'status') return ALL_BUT_STATUS
    return this.#subresource === undefined && form.hasStatus ? STATUS : undefined
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
