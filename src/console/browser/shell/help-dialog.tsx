import { Dialog } from '../ui/dialog.js'
import { KEYS, shown } from './keys.js'

export function HelpDialog() {
  return (
    <Dialog title="Keyboard" close={() => (shown.value = undefined)}>
      <dl class="keys">
        {KEYS.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
