import { betaVersions } from '#kinds/admissionregistration/shared/beta-versions.js'
import { policyColumns } from '#kinds/admissionregistration/shared/policy-columns.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import type { Column } from '#registry/serialize/column.js'
import { LazyModule } from '#util/memoize.js'
import { MutatingAdmissionPolicy } from './schema.js'

const mutationsColumn: Column<MutatingAdmissionPolicy> = {
  name: 'Mutations',
  type: 'integer',
  description: 'Number of mutations.',
  cell: ({ spec }) => spec.mutations?.length ?? 0,
}

/** The CEL compiler is loaded on first use: most servers have no expressions. */
const policyRules = new LazyModule(() => import('./validation.js'))

export const mutatingAdmissionPolicy = builtInKind<MutatingAdmissionPolicy>({
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  singular: 'mutatingadmissionpolicy',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  ...betaVersions<MutatingAdmissionPolicy>(MutatingAdmissionPolicy, {
    subresources: [],
    allowUnconditionalUpdate: false,
    columns: policyColumns(mutationsColumn),
    rules: {
      load: () => policyRules.load(),
      validate: (policy, errors) => policyRules.module.validatePolicy(policy, errors),
    },
  }),
})
