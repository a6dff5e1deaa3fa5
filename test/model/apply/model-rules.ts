import type { AnyStruct } from '#schema/type.js'
import { ApplyModel, BEFORE_FIRST_APPLY, type Owned } from './apply-model.js'
import type { OwnerEntry, Rules } from './apply-sequence.js'
import { fieldsV1, inOrder, pathText } from './fields-v1.js'
import { zeroObject } from './random-schema.js'
import { stepsIn, type Version } from './two-versions.js'

/** The owners of the model, and the versions of their last writes. */
interface OwnedInVersions extends Owned {
  readonly versions: OwnerVersions
}
type OwnerVersions = ReadonlyMap<string, Version>

/**
 * The rules of the model. It ignores the versions of objects, but lists the fields of an owner in the version that the
 * owner has written; a manager that updates in two versions counts as two owners.
 */
export function modelRules(type: AnyStruct): Rules<OwnedInVersions> {
  const zero = zeroObject(type)
  const model = new ApplyModel(type, zero)
  const stepsFor = (versions: OwnerVersions, owner: string, paths: Iterable<string>) =>
    [...paths].map((path) => stepsIn(versions.get(owner) as Version, type, path))
  return {
    nothing: { object: zero, owners: new Map(), times: new Map(), versions: new Map() },
    isUntracked: ({ owners }) => owners.size === 0,

    apply: (live, { manager, version, now }, applied, force) => {
      const applier = `${manager} Apply`
      const { conflicts, ...owned } = model.apply(live, applier, applied, force, now)
      const first = live.owners.size === 0 ? [[BEFORE_FIRST_APPLY, version] as const] : []
      const known = new Map([...live.versions, ...first])
      const texts = [...conflicts].flatMap(([owner, paths]) =>
        stepsFor(known, owner, paths).map((steps) => `${ownerText(owner, known)}: ${pathText(steps)}`),
      )
      const versions = new Map(known).set(applier, version)
      return { owned: { ...owned, versions }, conflicts: texts.sort() }
    },

    update: (before, { manager, version, now }, after) => {
      const updater = `${manager} Update ${version}`
      const versions = new Map(before.versions).set(updater, version)
      return { ...model.update(before, updater, after, now), versions }
    },

    entries: (owned) => {
      const entries = [...owned.owners].map(([owner, paths]): OwnerEntry => {
        const [manager, operation] = owner.split(' ') as [string, string]
        const fields = inOrder(fieldsV1(stepsFor(owned.versions, owner, paths)))
        const version = owned.versions.get(owner) as Version
        return { manager, operation, version, time: owned.times.get(owner), fields }
      })
      return entries.sort(byTime)
    },
  }
}

const ownerText = (owner: string, versions: OwnerVersions) =>
  [...owner.split(' ').slice(0, 2), versions.get(owner)].join(' ')

/** Appliers first; those without a time before others, those of one time by name. */
function byTime(one: OwnerEntry, other: OwnerEntry): number {
  const text = ({ operation, time = '', manager, version }: OwnerEntry) =>
    `${operation} ${time} ${manager} ${version}`
  return text(one) < text(other) ? -1 : 1
}
