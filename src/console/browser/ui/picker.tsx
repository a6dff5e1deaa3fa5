import { useId, useState } from 'preact/hooks'
import { Dialog } from './dialog.js'
import { Icon, type IconName } from './icon.js'

export interface Choice {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: IconName
  readonly choose: () => void
}

interface PickerProps {
  readonly title: string
  readonly placeholder: string
  /** The best first. */
  readonly find: (typed: string) => readonly Choice[]
  readonly close: () => void
}

const SHOWN = 50

/** A list that typing narrows, for the keyboard: arrows, Enter, Escape. */
export function Picker({ title, placeholder, find, close }: PickerProps) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const choices = find(typed).slice(0, SHOWN)
  const current = choices[Math.min(active, choices.length - 1)]
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    close()
    choice.choose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (active + step + choices.length) % Math.max(1, choices.length)
      setActive(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    }
  }
  return (
    <Dialog title={title} kind="palette" close={close}>
      <div class="palette-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current && `${list}-${choices.indexOf(current)}`}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div class="palette-list" role="listbox" id={list} aria-label={title} tabIndex={-1}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          <div
            key={choice.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === current}
            class="palette-choice"
            onClick={() => choose(choice)}
          >
            {choice.icon !== undefined && <Icon name={choice.icon} />}
            <span class="truncate">{choice.label}</span>
            {choice.hint !== undefined && <span class="hint truncate">{choice.hint}</span>}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="palette-none">Nothing matches.</p>}
    </Dialog>
  )
}
