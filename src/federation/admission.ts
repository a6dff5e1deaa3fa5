import { invalid } from '#meta/api-error.js'
import { OMITTED } from '#meta/field-error.js'
import { LabelSelector } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { SERVER } from '#meta/user.js'
import { fromStored, toStored } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { MEMBERS_FINALIZER } from '#registry/write/deletion.js'
import { semanticEqual } from '#schema/equal.js'
import { OVERRIDES } from './annotations.js'
import type { FederationConfig } from './config.js'
import { overriddenObjectError } from './overrides/overridden-object.js'
import { Overrides, OverridesError } from './overrides/overrides.js'
import { PlacementError } from './placement/cluster-selector.js'
import { Placement } from './placement/placement.js'
import { copyOf } from './propagation/copies/desired-object.js'
import type { PreparedCopy } from './propagation/copies/prepare-copy.js'
import type { FederatedKind } from './propagation/federated-kinds.js'
import { federatedKindOf } from './propagation/kinds/federated-kind-of.js'
import { type KindSelection, ObjectSelection, selectableObject } from './propagation/selection.js'
import { PropagationWarning } from './propagation-warning.js'
import { PreferencesError, parsePreferences } from './replicas/preferences.js'

/** The plugins of a federation host. */
export function federationPlugins(config: Pick<FederationConfig, 'namespace'>): readonly AdmissionPlugin[] {
  const selection = new ObjectSelection()
  return [new FederationAnnotations(selection), new PropagationWarning(config, selection)]
}

/**
 * Rejects invalid overrides, and a new selector for an object that has copies. Other mistakes in federation
 * annotations only lead to a warning: clients have always been able to store them.
 */
export class FederationAnnotations implements AdmissionPlugin {
  readonly name = 'FederationAnnotations'
  readonly #selection: KindSelection

  constructor(selection: KindSelection) {
    this.#selection = selection
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation !== 'delete' && federatedKindOf(stored) !== undefined
  }

  check(review: AdmissionReview): void {
    const { object, current, version, part, user, warnings } = review
    const kind = federatedKindOf(version.stored)
    const { annotations, deletionTimestamp } = object?.metadata ?? {}
    // Deletions and status updates do not change copies. Writes of the server itself are not rejected.
    if (kind === undefined || object === undefined) return
    if (part === 'status' || deletionTimestamp || user === SERVER) return
    if (!this.#selection.selects(kind, selectableObject(object))) return
    if (kind.hasSelector && current !== undefined) expectSameSelector(object, current, version)
    if (annotations === undefined) return
    const overrides = annotations[OVERRIDES]
    if (overrides !== undefined) expectOverrides(kind, object, version, overrides)
    if (warnings !== undefined) warnings.push(...mistakesIn(kind, annotations))
  }
}

interface Selecting extends ApiObject {
  readonly spec?: { readonly selector?: LabelSelector | null }
}

/**
 * Old API versions allow a new selector; current members do not. Recreating the copies would stop all pods or
 * orphan them, so an object with copies keeps its selector.
 */
function expectSameSelector(object: Selecting, current: Readonly<Selecting>, version: ServedVersion): void {
  if (!current.metadata.finalizers?.includes(MEMBERS_FINALIZER)) return
  const { selector } = object.spec ?? {}
  if (semanticEqual(LabelSelector, selector ?? {}, current.spec?.selector ?? {})) return
  const detail = 'field is immutable: there are copies in clusters that cannot change it'
  throw invalid(version, object.metadata.name ?? '', [
    { type: 'invalid', field: 'spec.selector', value: selector, detail },
  ])
}

function expectOverrides(kind: FederatedKind, object: ApiObject, version: ServedVersion, text: string): void {
  try {
    const sent = sentVersion(kind, version)
    const copy = copyOf(kind, asSent(sent, object, version))
    Overrides.parse(text).expectFits(
      copy,
      (overridden) =>
        overriddenObjectError(sent, copy, overridden) ?? dividedOverrideError(kind, copy, overridden),
    )
  } catch (error) {
    if (!(error instanceof OverridesError)) throw error
    throw invalid(version, object.metadata.name ?? '', [
      { type: 'invalid', field: `metadata.annotations[${OVERRIDES}]`, value: OMITTED, detail: error.message },
    ])
  }
}

/** These numbers are divided among all clusters, so an override cannot set them for one cluster. */
function dividedOverrideError(
  { preferences, dividedFields = [] }: FederatedKind,
  copy: PreparedCopy,
  overridden: PreparedCopy,
): string | undefined {
  const changed = dividedFields.find((field) => overridden.spec?.[field] !== copy.spec?.[field])
  if (changed === undefined) return undefined
  return preferences === undefined
    ? `spec.${changed}: is divided among clusters`
    : `spec.${changed}: is scheduled for each cluster by the annotation ${preferences}`
}

/** The version that a current member receives. */
function sentVersion(
  { candidates: [best], definition }: FederatedKind,
  version: ServedVersion,
): ServedVersion {
  // A webhook may convert custom resources, which takes too long here.
  if (definition !== undefined) return version
  const isSent = (other: ServedVersion) => best !== undefined && apiVersionOf(other) === apiVersionOf(best)
  return version.stored.versions.find(isSent) ?? version
}

function asSent(sent: ServedVersion, object: ApiObject, version: ServedVersion): ApiObject {
  if (sent === version) return object
  return sent.decode(fromStored(sent, toStored(version, structuredClone(object))))
}

function mistakesIn(
  { preferences }: FederatedKind,
  annotations: Readonly<Record<string, string>>,
): readonly string[] {
  const mistakes: string[] = []
  try {
    Placement.of(annotations)
  } catch (error) {
    if (!(error instanceof PlacementError)) throw error
    mistakes.push(`${error.message}; no cluster is changed`)
  }
  const text = preferences === undefined ? undefined : annotations[preferences]
  if (preferences === undefined || text === undefined) return mistakes
  try {
    parsePreferences(text)
  } catch (error) {
    if (!(error instanceof PreferencesError)) throw error
    mistakes.push(`the annotation ${preferences}: ${error.message}; all clusters get equal shares`)
  }
  return mistakes
}
