const stringify = JSON.stringify

/** How text reads inside a JSON string, without the quotes. */
export const jsonEscaped = (text: string) => stringify(text).slice(1, -1)

const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')
const lowerHex = (unit: string) => `\\u${hex(unit)}`
const upperHex = (unit: string) => `\\u${hex(unit).toUpperCase()}`

const NOT_ASCII = /[^\x20-\x7e]/g
const DOTNET = /[<>&'+`]|[^\x20-\x7e]/g

/**
 * How the JSON writers in use spell the same text inside a string: JavaScript; Python, with everything past ASCII as `\uXXXX`, and others with capital digits;
 * PHP, with `\/`; Go and Gson, with what HTML reads as `\uXXXX`; .NET, with more of it and `"` as well. Most texts read the same in all of them.
 */
export function jsonSpellings(text: string): readonly string[] {
  const plain = jsonEscaped(text)
  const ascii = (form: string) => [form, form.replace(NOT_ASCII, lowerHex), form.replace(NOT_ASCII, upperHex)]
  return [
    ...ascii(plain),
    ...ascii(plain.replaceAll('/', '\\/')),
    plain.replace(/[<>&\u2028\u2029]/g, lowerHex),
    plain.replace(/[<>&='\u2028\u2029]/g, lowerHex),
    plain.replaceAll('\\"', '\\u0022').replace(DOTNET, upperHex),
  ]
}

/** The same inside JSON that is itself a string of JSON: one writer twice, or JavaScript and another in either order. */
export function jsonTwiceSpellings(text: string): readonly string[] {
  const once = jsonSpellings(text)
  return once.flatMap((form, writer) => {
    // Most writers spell a text as JavaScript does.
    if (writer > 0 && form === once[0]) return []
    const again = jsonSpellings(form)
    return writer === 0 ? again : [again[0] as string, again[writer] as string]
  })
}
