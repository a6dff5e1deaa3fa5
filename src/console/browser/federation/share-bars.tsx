import type { ClusterShare } from '#console/model/federation/federated.js'

const TONES: Readonly<Record<string, string>> = { Synced: 'good', Failed: 'bad', Unreachable: 'bad' }

const percent = (part: number, whole: number) => `${(Math.max(0, part) / whole) * 100}%`

export const toneOfState = (state: string | undefined): string =>
  state === undefined ? 'muted' : (TONES[state] ?? 'busy')

/** A bar for each cluster: what is ready, what is there, and what is wanted. */
export function ShareBars({ shares }: { shares: readonly ClusterShare[] }) {
  const most = Math.max(1, ...shares.map(({ wanted = 0, current }) => Math.max(wanted, current)))
  return (
    <ul class="shares">
      {shares.map(({ cluster, state, wanted, current, ready }) => (
        <li key={cluster} class="share">
          <span class="share-name truncate" title={cluster}>
            {cluster}
          </span>
          {wanted === undefined ? (
            <span class={`tone ${toneOfState(state)}`}>{state}</span>
          ) : (
            <>
              <span
                class="progress"
                role="img"
                aria-label={`${cluster}: ${wanted} wanted, ${current} current, ${ready} ready`}
              >
                <span class="progress-part" style={{ width: percent(ready, most) }} />
                <span class="progress-part late" style={{ width: percent(current - ready, most) }} />
                {wanted > current && (
                  <span class="progress-part wanted" style={{ width: percent(wanted - current, most) }} />
                )}
              </span>
              <span class="share-numbers">
                {ready}/{wanted}
              </span>
              {state !== 'Synced' && <span class={`tone ${toneOfState(state)}`}>{state}</span>}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
