interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly href: string }[]
  readonly current: string
}

/** Tabs are links, so that each has an address. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, title, href }) => (
        <a key={id} href={href} class="tab" aria-current={id === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
