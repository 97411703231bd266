declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    keepFeatures?: string[]
    noHinting?: boolean
    dropTables?: string[]
    variationAxes?: Record<string, { min: number; max: number }>
  }
  /** The font with the letters of `text` alone. */
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
