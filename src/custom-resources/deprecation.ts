import type { CustomResourceDefinitionVersion } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { byPriority } from '#meta/version-priority.js'

/** What clients are told that use a version; undefined for one that is not deprecated. */
export function deprecationOf(
  { name, deprecated, deprecationWarning }: Readonly<CustomResourceDefinitionVersion>,
  versions: readonly CustomResourceDefinitionVersion[],
  { group, kind }: { readonly group: string; readonly kind: string },
): string | undefined {
  if (!deprecated) return undefined
  if (deprecationWarning !== undefined) return deprecationWarning
  const [better] = versions
    .filter((version) => version.served && !version.deprecated && byPriority(version.name, name) < 0)
    .map((version) => version.name)
    .sort(byPriority)
  const words = `${group}/${name} ${kind} is deprecated`
  return better === undefined ? words : `${words}; use ${group}/${better} ${kind}`
}
