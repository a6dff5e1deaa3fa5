const digitsOf = (text: string) => Array.from(text, Number)
const withoutMarks = (text: string) => text.replaceAll(/[\s-]+/g, '')
/** Longer than any number of a book or card, including blanks. */
const LONGEST = 100

export function isIsbn(text: string): boolean {
  return isIsbn10(text) || isIsbn13(text)
}

export function isIsbn10(text: string): boolean {
  const number = text.length > LONGEST ? '' : withoutMarks(text)
  if (!/^\d{9}[\dX]$/.test(number)) return false
  const last = number.endsWith('X') ? 10 : Number(number.at(-1))
  const sum = digitsOf(number.slice(0, 9)).reduce((total, digit, index) => total + (index + 1) * digit, 0)
  return (sum + 10 * last) % 11 === 0
}

export function isIsbn13(text: string): boolean {
  const number = text.length > LONGEST ? '' : withoutMarks(text)
  if (!/^\d{13}$/.test(number)) return false
  const sum = digitsOf(number).reduce((total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * digit, 0)
  return sum % 10 === 0
}

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/

/** Whether a string is a card number, by its pattern and the Luhn checksum. */
export function isCreditCard(text: string): boolean {
  const number = text.length > LONGEST ? '' : text.replaceAll(/\D+/g, '')
  if (!CARD.test(number)) return false
  const sum = digitsOf(number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}
