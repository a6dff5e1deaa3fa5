import { fractionWarnings } from '#kinds/shared/resource-names.js'
import { pathWarnings } from './path-warnings.js'
import type { Volume } from './volume.js'

/** Warnings about the volumes of a pod. `path` is that of the list. */
export function volumeWarnings(volumes: readonly Volume[], path: string): string[] {
  return [
    ...volumes.flatMap((volume, index) => sourceWarnings(volume, `${path}[${index}]`)),
    ...volumes.flatMap(pathWarnings),
  ]
}

const gone = (since: string, from: string) => `deprecated in ${since}, non-functional in ${from}+`

type OldSource = readonly [field: keyof Volume, warning: string, name?: string]

/** Sources whose drivers have been removed. */
const OLD_SOURCES: readonly OldSource[] = [
  ['photonPersistentDisk', gone('v1.11', 'v1.16')],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', gone('v1.16', 'v1.22')],
  ['flocker', gone('v1.22', 'v1.25')],
  ['storageos', gone('v1.22', 'v1.25'), 'storageOS'],
  ['quobyte', gone('v1.22', 'v1.25')],
  ['glusterfs', gone('v1.25', 'v1.26')],
]
const LATER_OLD_SOURCES: readonly OldSource[] = [
  ['cephfs', gone('v1.28', 'v1.31')],
  ['rbd', gone('v1.28', 'v1.31')],
]

function sourceWarnings(volume: Volume, path: string): string[] {
  return [
    ...oldSourceWarnings(OLD_SOURCES, volume, path),
    ...claimWarnings(volume, `${path}.ephemeral.volumeClaimTemplate.spec.resources`),
    ...oldSourceWarnings(LATER_OLD_SOURCES, volume, path),
  ]
}

const oldSourceWarnings = (sources: readonly OldSource[], volume: Volume, path: string) =>
  sources.flatMap(([field, warning, name = field]) =>
    volume[field] === undefined ? [] : [`${path}.${name}: ${warning}`],
  )

function claimWarnings({ ephemeral }: Volume, path: string): string[] {
  const { requests, limits } = ephemeral?.volumeClaimTemplate?.spec.resources ?? {}
  return [
    ...fractionWarnings(requests, ['storage'], `${path}.requests`),
    ...fractionWarnings(limits, ['storage'], `${path}.limits`),
  ]
}
