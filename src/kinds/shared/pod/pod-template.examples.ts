import { pod } from '#kinds/core/pod/index.js'
import { podTemplate } from '#kinds/core/podtemplate/index.js'
import { rulesOfObject, template } from '#kinds/example-objects.fixture.js'
import { validateTemplateMetadata } from '#kinds/pod-examples.fixture.js'
import { descendingPath } from '#kinds/shared/formats.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  forbidden,
  invalid,
  type RuleTable,
  tooLarge,
  tooLong,
} from '#meta/rule-examples.fixture.js'

const LIMIT = 256 * 1024
const annotated = (key: string, value: string, others: Body = {}) => ({
  annotations: { [key]: value },
  ...others,
})

const MIRROR = 'kubernetes.io/config.mirror'
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations'
const POD_SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod'
const MAIN_SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/main'
const MAIN_APPARMOR = 'container.apparmor.security.beta.kubernetes.io/main'
const OTHER_APPARMOR = 'container.apparmor.security.beta.kubernetes.io/other'
const SYSCTLS = 'security.alpha.kubernetes.io/sysctls'
const UNSAFE_SYSCTLS = 'security.alpha.kubernetes.io/unsafe-sysctls'
const SYSCTL_NAME =
  'must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*[a-z0-9]([-_a-z0-9]*[a-z0-9])?'

const seccompExamples = (key: string) => [
  invalid(
    `annotations.${key}`,
    'must be docker/default, unconfined or localhost/ and a path',
    'must be a valid seccomp profile',
    annotated(key, 'odd'),
    annotated(key, 'docker/default'),
  ),
  invalid(
    `annotations.${key}`,
    'the path after localhost/ must match the format',
    descendingPath,
    annotated(key, 'localhost/a/../b'),
    annotated(key, 'localhost/a/b'),
  ),
]

const sysctlExamples = (key: string) => [
  invalid(
    `annotations[${key}]`,
    'must be a list of name=value with commas between',
    'sysctl "b" not of the format sysctl_name=value',
    annotated(key, 'a=1,b'),
    annotated(key, 'a=1,b='),
  ),
  invalid(
    `annotations[${key}][1].name`,
    'must be the name of a kernel setting',
    SYSCTL_NAME,
    annotated(key, 'a=1,B=2'),
    annotated(key, 'a=1,b.c_d=2'),
  ),
]

/** The body is the metadata. It may have a `spec` for the pod. */
const inTemplate = ({ spec = {}, ...metadata }: Body) => template(spec as Body, metadata)

const labelExamples = [
  invalid(
    'labels',
    'keys must match the format',
    qualifiedName,
    { labels: { app: 'web', 'a b': '' } },
    { labels: { app: 'web', 'a/b': '' } },
  ),
  invalid(
    'labels',
    'values must match the format',
    labelValue,
    { labels: { app: 'web', a: 'x y' } },
    { labels: { app: 'web', a: 'x.y' } },
  ),
  invalid(
    'annotations',
    'keys, in lower case, must match the format',
    qualifiedName,
    annotated('a b', ''),
    annotated('A.b/C', ''),
  ),
]

const settingExamples = [
  invalid(
    `annotations[${MIRROR}]`,
    'needs a nodeName',
    'must set spec.nodeName if mirror pod annotation is set',
    annotated(MIRROR, 'x'),
    annotated(MIRROR, 'x', { spec: { nodeName: 'n' } }),
  ),
  invalid(
    'annotations',
    'tolerations in an annotation must be JSON',
    "invalid character 'x' looking for beginning of value",
    annotated(TOLERATIONS, 'x'),
    annotated(TOLERATIONS, '[]'),
  ),
  invalid(
    'annotations',
    'tolerations in an annotation must be a list in JSON',
    'expected a list of tolerations',
    annotated(TOLERATIONS, '{}'),
    annotated(TOLERATIONS, 'null'),
  ),
  invalid(
    `annotations.${TOLERATIONS}[0].operator`,
    'must be a valid Toleration',
    'operator must be Exists when `key` is empty, which means "match all values and all keys"',
    annotated(TOLERATIONS, '[{"operator":"Equal"}]'),
    annotated(TOLERATIONS, '[{"operator":"Exists"}]'),
  ),
  ...seccompExamples(POD_SECCOMP),
  ...seccompExamples(MAIN_SECCOMP),
  invalid(
    `annotations[${OTHER_APPARMOR}]`,
    'must name a container of the pod',
    'container not found',
    annotated(OTHER_APPARMOR, 'unconfined'),
    annotated(OTHER_APPARMOR, 'unconfined', {
      spec: { initContainers: [{ name: 'other', image: 'web:1' }] },
    }),
  ),
  invalid(
    `annotations[${MAIN_APPARMOR}]`,
    'must be empty, runtime/default, unconfined or localhost/ and a name',
    'invalid AppArmor profile name: "odd"',
    annotated(MAIN_APPARMOR, 'odd'),
    annotated(MAIN_APPARMOR, 'localhost/x'),
  ),
]

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'
const costExamples = [
  ...['', '+1', '008', '1.5', '2147483648'].map((cost) =>
    invalid(
      `annotations[${DELETION_COST}]`,
      'must be an integer of 32 bits',
      'must be a 32bit integer',
      annotated(DELETION_COST, cost),
      annotated(DELETION_COST, '-2147483648'),
    ),
  ),
]

export const podMetadataRules = rulesOfObject({
  type: 'Pod annotations',
  version: pod.storageVersion,
  at: 'metadata',
  object: (body) => ({ ...inTemplate(body) }),
  examples: [...settingExamples, ...costExamples],
})

export const podTemplateRules: readonly RuleTable[] = [
  rulesOfObject({
    type: 'PodTemplateSpec',
    version: podTemplate.storageVersion,
    at: 'template.spec',
    object: (spec) => ({ template: template(spec) }),
    examples: [
      forbidden(
        'ephemeralContainers',
        'must not be set',
        'ephemeral containers not allowed in pod template',
        { ephemeralContainers: [{ name: 'look', image: 'tools' }] },
        {},
      ),
    ],
  }),
  rulesOfObject({
    type: 'PodTemplateSpec',
    version: podTemplate.storageVersion,
    at: 'template.metadata',
    object: (body) => ({ template: inTemplate(body) }),
    examples: [
      ...labelExamples,
      tooLarge(
        'annotations',
        LIMIT,
        annotated('a', 'ü'.repeat(LIMIT / 2)),
        annotated('a', 'ü'.repeat(LIMIT / 2 - 1)),
      ),
      ...settingExamples,
      ...costExamples,
    ],
  }),
  {
    type: 'PodTemplateSpec',
    at: 'spec.template.metadata',
    validate: validateTemplateMetadata,
    examples: [...labelExamples, ...settingExamples],
    repeats: true,
  },
  {
    type: 'PodTemplateSpec of extensions/v1beta1',
    at: 'spec.template.metadata',
    validate: validateTemplateMetadata,
    examples: [
      tooLong(
        'annotations',
        LIMIT,
        annotated('a', 'ü'.repeat(LIMIT / 2)),
        annotated('a', 'ü'.repeat(LIMIT / 2 - 1)),
      ),
      ...sysctlExamples(SYSCTLS),
      ...sysctlExamples(UNSAFE_SYSCTLS),
      invalid(
        `annotations[${UNSAFE_SYSCTLS}]`,
        'must contain none of the safe ones',
        'can not be safe and unsafe',
        { annotations: { [SYSCTLS]: 'a=1,b=1', [UNSAFE_SYSCTLS]: 'b=2' } },
        { annotations: { [SYSCTLS]: 'a=1', [UNSAFE_SYSCTLS]: 'b=2' } },
      ),
    ],
  },
]
