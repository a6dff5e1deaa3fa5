import { CONTROLLERS, type ControllersConfig, isControllerChoice } from '#server/config.js'
import { listThat, orNone, type ServerOptionTable } from './option.js'

const WHAT = `*, names, or names after -, of ${CONTROLLERS.join(', ')}`

/** What the server does by itself. */
export const CONTROLLERS_OPTIONS: ServerOptionTable<ControllersConfig> = {
  controllers: {
    flag: '--controllers',
    placeholder: '<name,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'controllers to run: * for all, a name for one, a name after - for all but one',
    expected: `${WHAT}, separated by commas`,
    parse: (text) => {
      const names = text.split(',').map((name) => name.trim())
      return names.every(isControllerChoice) ? names : undefined
    },
    format: (names) => orNone(names.join(',')),
    value: listThat(WHAT, isControllerChoice),
  },
}
