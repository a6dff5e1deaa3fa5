import { isPluginName, PLUGIN_NAMES, type ServerConfig } from '#server/config.js'
import { listThat, orNone, type ServerOption, type ServerOptionTable } from './option.js'

type AdmissionKey = 'enableAdmissionPlugins' | 'disableAdmissionPlugins'

/** Options of the admission plugins. */
export const ADMISSION_OPTIONS: ServerOptionTable<Pick<ServerConfig, AdmissionKey>> = {
  enableAdmissionPlugins: pluginsOption(
    '--enable-admission-plugins',
    'admission plugins to use besides the default ones, by their names in kube-apiserver',
  ),
  disableAdmissionPlugins: pluginsOption(
    '--disable-admission-plugins',
    'admission plugins not to use although they are default ones',
  ),
}

function pluginsOption(flag: string, help: string): ServerOption<readonly string[]> {
  const names = PLUGIN_NAMES.join(', ')
  return {
    flag,
    placeholder: '<name,…>',
    hasVariable: true,
    isRepeatable: true,
    help,
    expected: `one or more of ${names}, separated by commas`,
    parse: parseNames,
    format: (plugins) => orNone(plugins.join(',')),
    value: listThat(names, isPluginName),
  }
}

function parseNames(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  return names.every(isPluginName) ? names : undefined
}
