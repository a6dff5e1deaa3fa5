import type { Volume } from './volume.js'

/** Warnings about files of one volume that have the same path, or of which one is in the other. */
export function pathWarnings({ name, configMap, secret, downwardAPI, projected }: Volume): string[] {
  const volume = `volume ${quoted(name)}`
  const sources = projected?.sources ?? []
  const overlaps = (kind: string, files: readonly File[]) =>
    overlapsOf(files).map((overlap) => `${volume} (${kind}): overlapping paths: ${overlap}`)
  return [
    ...overlaps(`ConfigMap ${quoted(configMap?.name)}`, filesOf(configMap?.items)),
    ...overlaps(`Secret ${quoted(secret?.secretName)}`, filesOf(secret?.items)),
    ...overlaps('DownwardAPI', filesOf(downwardAPI?.items)),
    ...sources.filter(isEmpty).map(() => `${volume} (Projected) has no sources provided`),
    ...overlaps('Projected', projectedFiles(sources)),
  ]
}

interface File {
  readonly path: string
  /** Empty if all files of the volume have one source. */
  readonly source: string
}

const filesOf = (items: readonly { readonly path: string }[] | undefined, source = ''): readonly File[] =>
  (items ?? []).map(({ path }) => ({ path: path.replace(/\/+$/, ''), source }))

type Source = NonNullable<NonNullable<Volume['projected']>['sources']>[number]

const isEmpty = (source: Source) => Object.values(source).every((value) => value === undefined)

/** As in Kubernetes, a source without a list of files counts with the files of the source before it. */
function projectedFiles(sources: readonly Source[]): readonly File[] {
  let files: readonly File[] = []
  return sources.flatMap((source) => {
    if (isEmpty(source)) return []
    files = filesOfSource(source) ?? files
    return files
  })
}

function filesOfSource(source: Source): readonly File[] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source
  if (configMap?.items) return filesOf(configMap.items, `ConfigMap ${quoted(configMap.name)}`)
  if (secret?.items) return filesOf(secret.items, `Secret ${quoted(secret.name)}`)
  if (downwardAPI?.items) return filesOf(downwardAPI.items, 'DownwardAPI')
  return serviceAccountToken && filesOf([serviceAccountToken], 'ServiceAccountToken')
}

/** With how many files one is compared: a volume may have very many. */
const MAX_COMPARISONS = 100

function overlapsOf(files: readonly File[]): string[] {
  return files.flatMap((file, index) =>
    files
      .slice(0, Math.min(index, MAX_COMPARISONS))
      .filter((other) => overlap(file.path, other.path))
      .map((other) => `${describeFile(file)} with ${describeFile(other)}`),
  )
}

const overlap = (path: string, other: string) =>
  path !== '' && other !== '' && (`${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`))

const describeFile = ({ path, source }: File) =>
  source === '' ? quoted(path) : `${quoted(path)} (${source})`

const quoted = (text = '') => JSON.stringify(text)
