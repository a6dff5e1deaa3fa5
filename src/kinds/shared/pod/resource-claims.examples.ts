import { containerSpec, rulesOfPodPart } from '#kinds/pod-examples.fixture.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, follows, given, invalid, unique } from '#meta/rule-examples.fixture.js'

const claim = (part: Body = {}) => ({ name: 'gpu', resourceClaimName: 'a', ...part })
const claims = (...resourceClaims: Body[]) => ({ resourceClaims })
const used = (...claims: Body[]) => ({ claims })
const UNKNOWN = 'must be one of the names in pod.spec.resourceClaims: disk, gpu'

/** The claims of a pod on devices. */
export const podClaimRules = rulesOfPodPart({
  type: 'PodResourceClaim',
  at: '',
  spec: (body) => body,
  today: [
    given('resourceClaims[0].name', claims(claim({ name: '' })), claims(claim())),
    follows('resourceClaims[0].name', rfc1123Label, claims(claim({ name: 'A' })), claims(claim())),
    unique(
      'resourceClaims[1].name',
      'must be unique',
      claims(claim(), claim()),
      claims(claim(), claim({ name: 'b' })),
    ),
    invalid(
      'resourceClaims[0]',
      'must name a claim or a template',
      'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      claims({ name: 'gpu' }),
      claims(claim()),
    ),
    invalid(
      'resourceClaims[0]',
      'must not name both a claim and a template',
      'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
      claims(claim({ resourceClaimTemplateName: 'b' })),
      claims({ name: 'gpu', resourceClaimTemplateName: 'b' }),
    ),
    follows(
      'resourceClaims[0].resourceClaimName',
      rfc1123Subdomain,
      claims(claim({ resourceClaimName: 'A' })),
      claims(claim()),
    ),
    follows(
      'resourceClaims[0].resourceClaimTemplateName',
      rfc1123Subdomain,
      claims({ name: 'gpu', resourceClaimTemplateName: 'A' }),
      claims({ name: 'gpu', resourceClaimTemplateName: 'a' }),
    ),
  ],
})

/** The claims that a container uses. */
export const usedClaimRules = rulesOfPodPart({
  type: 'ResourceRequirements',
  at: 'containers[0].resources',
  spec: (resources) => ({ ...containerSpec({ resources }), ...claims(claim(), claim({ name: 'disk' })) }),
  today: [
    given('claims[0].name', used({ name: '' }), used({ name: 'gpu' })),
    unique(
      'claims[1]',
      'must be unique',
      used({ name: 'gpu' }, { name: 'gpu' }),
      used({ name: 'gpu' }, { name: 'disk' }),
    ),
    follows(
      'claims[0].request',
      rfc1123Label,
      used({ name: 'gpu', request: 'A' }),
      used({ name: 'gpu', request: 'a' }),
    ),
    {
      field: 'claims[0]',
      rule: 'must be a claim of the pod',
      error: 'notFound',
      detail: UNKNOWN,
      breaks: used({ name: 'other' }),
      keeps: used({ name: 'gpu' }),
    },
  ],
})
