/** As this app writes them, and with commas: `1,000` is a thousand, as .NET's en-US writes it; a comma that parts no groups of three is a decimal one. */
export function typedNumber(text: string): number {
  const plain = text.replaceAll(/\s/g, '').replace('−', '-')
  if (plain === '') return Number.NaN
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  return plain.includes('.') && plain.includes(',') ? Number.NaN : Number(plain.replace(',', '.'))
}
