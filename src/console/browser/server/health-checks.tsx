import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { type HealthCheck, readHealth } from '#console/model/health/checks.js'
import { fetchJson } from '../api/fetch.js'
import { FailureState, LoadingState } from '../ui/states.js'

const EVERY_MS = 5000

/** The health checks of the server. */
export function HealthChecks() {
  const checks = useSignal<readonly HealthCheck[] | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  useEffect(() => {
    const read = async () => {
      try {
        checks.value = readHealth(
          await fetchJson<string>('/readyz', { query: { verbose: 'true' }, accept: 'text/plain' }),
        )
        failure.value = undefined
      } catch (error) {
        const failed = failureIn(error)
        // A server that is not ready lists its checks, too.
        const found = readHealth(failed.message)
        if (found.length > 0) checks.value = found
        failure.value = found.length > 0 ? undefined : failed
      }
    }
    void read()
    const timer = setInterval(() => void read(), EVERY_MS)
    return () => clearInterval(timer)
  }, [checks, failure])
  if (failure.value !== undefined) return <FailureState failure={failure.value} />
  if (checks.value === undefined) return <LoadingState />
  const broken = checks.value.filter(({ isWell }) => !isWell).length
  return (
    <>
      <p class={broken === 0 ? 'all-well' : 'notice bad'}>
        {broken === 0 ? 'The server is ready.' : `${broken} ${broken === 1 ? 'check fails' : 'checks fail'}.`}
      </p>
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {checks.value.map(({ name, isWell, text }) => (
            <tr key={name}>
              <td class="wrap">{name}</td>
              <td>
                <span class={`tone ${isWell ? 'good' : 'bad'}`}>{text}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
