import { type FeatureGatesConfig, parseFeatureGates } from '#server/feature-gates/feature-gates.js'
import { BOOLEAN, OBJECT } from './expect-options.js'
import { orNone, type ServerOptionTable } from './option.js'

export const FEATURE_GATES_OPTIONS: ServerOptionTable<FeatureGatesConfig> = {
  featureGates: {
    flag: '--feature-gates',
    placeholder: '<name=boolean,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'feature gates of kube-apiserver 1.33; few have an effect',
    expected: 'one or more name=true or name=false, separated by commas',
    parse: parseFeatureGates,
    format: (gates) =>
      orNone(
        Object.entries(gates)
          .map((pair) => pair.join('='))
          .join(','),
      ),
    value: {
      what: 'an object of true or false by feature gate',
      fits: (value) => OBJECT.fits(value) && Object.values(value as object).every(BOOLEAN.fits),
    },
  },
}
