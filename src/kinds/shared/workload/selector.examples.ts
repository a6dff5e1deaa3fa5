import { daemonSet } from '#kinds/apps/daemonset/index.js'
import { deployment } from '#kinds/apps/deployment/index.js'
import { replicaSet } from '#kinds/apps/replicaset/index.js'
import { currentVersion, rulesOfUpdate, template, workload } from '#kinds/example-objects.fixture.js'
import { fixed, type RuleTable } from '#meta/rule-examples.fixture.js'

const selecting = (matchLabels: object) => ({ selector: { matchLabels } })
const LABELS = { app: 'web', tier: 'front' }

/** The rule on a change of the selector, for each kind that has it. */
export const selectorChangeRules: readonly RuleTable[] = [
  currentVersion(daemonSet),
  currentVersion(deployment),
  currentVersion(replicaSet),
].map((version) =>
  rulesOfUpdate({
    type: `${version.kind} of apps/v1`,
    version,
    at: 'spec',
    before: workload({ ...selecting({ app: 'web' }), template: template({}, { labels: LABELS }) }),
    object: (spec) => workload({ template: template({}, { labels: LABELS }), ...spec }),
    examples: [fixed('selector', selecting({ tier: 'front' }), selecting({ app: 'web' }))],
  }),
)
