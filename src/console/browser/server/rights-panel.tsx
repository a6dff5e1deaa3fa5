import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { create } from '../api/fetch.js'
import { currentUser } from '../api/session.js'
import { namespace } from '../state/router.js'
import { FailureState, LoadingState } from '../ui/states.js'

interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

interface RulesReview {
  readonly status: {
    readonly resourceRules: readonly ResourceRule[]
    readonly nonResourceRules: readonly {
      readonly verbs: readonly string[]
      readonly nonResourceURLs?: readonly string[]
    }[]
    readonly incomplete: boolean
  }
}

/** Who the user is, and the rules for a namespace. */
export function Rights() {
  const user = currentUser.value
  const within = namespace.value ?? 'default'
  const review = useSignal<RulesReview | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  useEffect(() => {
    let isOpen = true
    review.value = undefined
    failure.value = undefined
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace: within },
    }
    create<RulesReview>('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', body).then(
      (found) => {
        if (isOpen) review.value = found
      },
      (error) => {
        if (isOpen) failure.value = failureIn(error)
      },
    )
    return () => {
      isOpen = false
    }
  }, [within, user?.username, review, failure])
  return (
    <>
      <dl class="facts">
        <dt>User</dt>
        <dd class="wrap">{user?.username}</dd>
        <dt>Groups</dt>
        <dd class="wrap">{user?.groups.join(', ') || 'none'}</dd>
        <dt>Signed in with</dt>
        <dd>{user?.credential === undefined ? 'no credential' : `a ${user.credential}`}</dd>
      </dl>
      <h2 class="section-title">What you may do in the namespace {within}</h2>
      {failure.value !== undefined ? (
        <FailureState failure={failure.value} />
      ) : review.value === undefined ? (
        <LoadingState />
      ) : (
        <RuleTable {...review.value.status} />
      )}
    </>
  )
}

const listed = (values: readonly string[] | undefined, all: string) =>
  values === undefined || values.length === 0 ? '' : values.includes('*') ? all : values.join(', ')
const groupOf = (groups: readonly string[] | undefined) =>
  listed(
    groups?.map((group) => (group === '' ? 'core' : group)),
    'all groups',
  )

function RuleTable({ resourceRules, nonResourceRules, incomplete }: RulesReview['status']) {
  return (
    <>
      {incomplete && <p class="notice">The server cannot tell all rules.</p>}
      {resourceRules.length + nonResourceRules.length === 0 && <p class="notice">Nothing.</p>}
      <div class="scroll-x">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Groups</th>
              <th scope="col">Names</th>
              <th scope="col">Verbs</th>
            </tr>
          </thead>
          <tbody>
            {resourceRules.map(({ verbs, apiGroups, resources, resourceNames }) => (
              <tr key={JSON.stringify([verbs, apiGroups, resources, resourceNames])}>
                <td class="wrap">{listed(resources, 'all resources')}</td>
                <td class="muted wrap">{groupOf(apiGroups)}</td>
                <td class="muted wrap">{listed(resourceNames, '') || 'any'}</td>
                <td class="wrap">{listed(verbs, 'everything')}</td>
              </tr>
            ))}
            {nonResourceRules.map(({ verbs, nonResourceURLs }) => (
              <tr key={JSON.stringify([verbs, nonResourceURLs])}>
                <td class="wrap">{listed(nonResourceURLs, 'all paths')}</td>
                <td class="muted">paths</td>
                <td />
                <td class="wrap">{listed(verbs, 'everything')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
