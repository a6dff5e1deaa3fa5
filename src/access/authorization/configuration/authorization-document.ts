import type { ConfigDocument } from '#access/config-document.js'
import { AuthorizationConfiguration } from './authorization-configuration.js'
import { validateAuthorization } from './authorization-rules.js'

export const authorizationDocument: ConfigDocument<typeof AuthorizationConfiguration.fields> = {
  kind: 'AuthorizationConfiguration',
  apiVersions: ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`),
  type: AuthorizationConfiguration,
  validate: validateAuthorization,
}
