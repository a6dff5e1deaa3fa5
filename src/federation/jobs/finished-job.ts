import type { CachedObject } from '#cache/cached-object.js'
import type { Condition } from '#controllers/conditions.js'

const ENDS = ['Complete', 'Failed']
const MENTIONS = ENDS.map((type) => Buffer.from(`"type":"${type}"`))

/** When the stored Job finished, in milliseconds; undefined while it runs. */
export function finishedAt(stored: CachedObject): number | undefined {
  if (MENTIONS.every((mention) => !stored.json.includes(mention))) return undefined
  const { status } = JSON.parse(stored.json.toString()) as {
    readonly status?: { readonly conditions?: readonly Condition[] }
  }
  const end = status?.conditions?.find(({ type, status }) => ENDS.includes(type) && status === 'True')
  return end && (Date.parse(end.lastTransitionTime ?? '') || 0)
}
