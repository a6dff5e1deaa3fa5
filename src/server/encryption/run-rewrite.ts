import { ServerClient } from '#backup/remote/server-client.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { REWRITE_PATH } from '#server/backup/paths.js'
import type { RewriteProgress } from '#storage/encryption/rewrite.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import type { RewriteLine } from './rewrite-responses.js'

export interface RewriteChoices {
  /** In writes per second; 0 for no limit. */
  readonly rate: number
  /** Whether values that cannot be decrypted are deleted. */
  readonly removesUndecryptable: boolean
}

/** Has a server rewrite its store. Rejects with `TransferError`. */
export async function runRewrite(
  access: MemberAccess,
  { rate, removesUndecryptable }: RewriteChoices,
  { onProgress, signal }: TransferContext,
): Promise<RewriteProgress> {
  const client = new ServerClient(access)
  try {
    const query = [
      ...(rate === 0 ? [] : [`rate=${rate}`]),
      ...(removesUndecryptable ? ['undecryptable=remove'] : []),
    ]
    const path = query.length === 0 ? REWRITE_PATH : `${REWRITE_PATH}?${query.join('&')}`
    let rest = ''
    for await (const chunk of client.stream('POST', path, signal)) {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const progress = JSON.parse(line) as RewriteLine
        if (progress.done) return progress
        onProgress({ step: 'writing', unit: 'records', done: progress.rewritten, total: undefined })
      }
    }
    throw new TransferError(`${client.server}: the response was cut off`)
  } finally {
    client.close()
  }
}

/** Names the values that cannot be decrypted, for a message; undefined if there are none. */
export function undecryptableNames({
  undecryptable,
  undecryptableKeys,
}: RewriteProgress): string | undefined {
  if (undecryptable === 0) return undefined
  const keys = undecryptableKeys.map((key) => JSON.stringify(key)).join(', ')
  const others = undecryptable - undecryptableKeys.length
  return others > 0 ? `${keys} and ${others} more` : keys
}
