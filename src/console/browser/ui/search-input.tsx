import type { KeyboardEventHandler } from 'preact'
import { Icon } from './icon.js'

interface SearchInputProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

/** The filter of a page, which the key `/` focuses. */
export function SearchInput({ label, placeholder, value, onChange, onKeyDown }: SearchInputProps) {
  return (
    <div class="input-with-icon">
      <Icon name="search" />
      <input
        type="search"
        class="input"
        data-filter
        aria-label={label}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        {...(onKeyDown === undefined ? {} : { onKeyDown })}
      />
      {value === '' && <kbd>/</kbd>}
    </div>
  )
}
