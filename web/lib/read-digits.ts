/** A typed number in the digits 0–9: Arabic and Persian keyboards have digits and a decimal mark of their own. */
export const readDigits = (typed: string): string =>
  typed.replaceAll(/[٠-٩۰-۹]/g, digit => String((digit.codePointAt(0) ?? 0) & 0xf)).replaceAll('٫', '.')
