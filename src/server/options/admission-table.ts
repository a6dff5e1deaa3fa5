import type { PluginConfig } from '#admission/plugin-config.js'
import { isPluginName, PLUGIN_NAMES, type ServerConfig } from '#server/config.js'
import {
  fileOption,
  listThat,
  numberThat,
  orNone,
  type ServerOption,
  type ServerOptionTable,
} from './option.js'

type AdmissionKey = keyof PluginConfig | 'enableAdmissionPlugins' | 'disableAdmissionPlugins'

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
  admissionControlConfigFile: fileOption(
    '--admission-control-config-file',
    'AdmissionConfiguration with the defaults and exemptions of PodSecurity',
  ),
  defaultNotReadyTolerationSeconds: secondsOption(
    '--default-not-ready-toleration-seconds',
    'how long pods tolerate a node that is not ready, in seconds',
  ),
  defaultUnreachableTolerationSeconds: secondsOption(
    '--default-unreachable-toleration-seconds',
    'how long pods tolerate a node that is unreachable, in seconds',
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

function secondsOption(flag: string, help: string): ServerOption<number> {
  const expected = 'a whole number of seconds'
  return {
    flag,
    placeholder: '<seconds>',
    hasVariable: true,
    help,
    expected,
    parse: (text) => (/^[0-9]{1,10}$/.test(text) ? Number(text) : undefined),
    format: String,
    value: numberThat(`${expected} from 0 on`, (seconds) => seconds >= 0),
  }
}

function parseNames(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  return names.every(isPluginName) ? names : undefined
}
