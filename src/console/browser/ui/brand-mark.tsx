/** The icon of the page. */
export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="30" fill="#12263f" />
      <circle cx="32" cy="32" r="25" fill="none" stroke="#d8a648" stroke-width="3" />
      <path d="M32 11 39 32H25Z" fill="#d8a648" />
      <path d="M32 53 25 32H39Z" fill="#f4f1ea" />
    </svg>
  )
}
