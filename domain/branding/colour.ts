/** Whether a text is a colour like `#1a2b3c`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim())
