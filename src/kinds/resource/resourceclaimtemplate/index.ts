import { dropFromClaim } from '#kinds/resource/disabled-fields.js'
import { type ResourceClaimTemplate, V1, V1BETA2 } from '#kinds/resource/types/kind-types.js'
import { inBothVersions } from '#kinds/resource/versions.js'
import { builtInKind } from '#registry/kind.js'
import { LazyModule } from '#util/memoize.js'

/** The CEL compiler is loaded on first use. */
const templateRules = new LazyModule(() => import('./validation.js'))

export const resourceClaimTemplate = builtInKind<ResourceClaimTemplate>({
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  singular: 'resourceclaimtemplate',
  namespaced: true,
  generation: 'client',
  strategy: { dropDisabledFields: ({ spec }) => dropFromClaim(spec.spec) },
  ...inBothVersions<ResourceClaimTemplate>(
    { v1: V1.ResourceClaimTemplate, v1beta2: V1BETA2.ResourceClaimTemplate },
    {
      subresources: [],
      rules: {
        load: () => templateRules.load(),
        validateCreate: (template, errors) => templateRules.module.validateTemplate(template, errors),
        validateUpdate: (template, current, errors) =>
          templateRules.module.validateTemplateUpdate(template, current, errors),
      },
    },
  ),
})
