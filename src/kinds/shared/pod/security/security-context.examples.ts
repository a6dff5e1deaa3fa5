import { rulesOfContainerPart } from '#kinds/pod-examples.fixture.js'
import { between, forbidden, invalid, oneOf } from '#meta/rule-examples.fixture.js'
import { appArmorExamples, seccompExamples, windowsExamples } from './profile-rules.examples.js'

const MAX_ID = 2147483647
const NO_ESCALATION = { allowPrivilegeEscalation: false }

export const securityContextRules = rulesOfContainerPart({
  type: 'SecurityContext',
  at: 'securityContext',
  within: (securityContext) => ({ securityContext }),
  examples: [
    between(0, MAX_ID, 'runAsUser', { runAsUser: -1 }, { runAsUser: MAX_ID }),
    between(0, MAX_ID, 'runAsGroup', { runAsGroup: MAX_ID + 1 }, { runAsGroup: 0 }),
    oneOf('procMount', ['Default', 'Unmasked'], { procMount: 'None' }, { procMount: 'Default' }),
    invalid(
      '',
      'what administers the system can escalate',
      'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
      { ...NO_ESCALATION, capabilities: { add: ['CAP_SYS_ADMIN'] } },
      { ...NO_ESCALATION, capabilities: { drop: ['CAP_SYS_ADMIN'] } },
    ),
  ],
  today: [
    invalid(
      '',
      'what is privileged has escalated already',
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      { ...NO_ESCALATION, privileged: true },
      { ...NO_ESCALATION, privileged: false },
    ),
    invalid(
      'procMount',
      'must not be Unmasked with the users of the host',
      '`hostUsers` must be false to use `Unmasked`',
      { procMount: 'Unmasked' },
      { procMount: 'Default' },
    ),
    ...seccompExamples('seccompProfile'),
    ...appArmorExamples('appArmorProfile'),
    ...windowsExamples('windowsOptions'),
  ],
  legacy: [
    forbidden(
      'privileged',
      'must not be true',
      'disallowed by cluster policy',
      { privileged: true },
      { privileged: false },
    ),
    invalid(
      '',
      'what is privileged has escalated already',
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      { ...NO_ESCALATION, privileged: true },
      { ...NO_ESCALATION, privileged: false },
      ['privileged'],
    ),
  ],
})
