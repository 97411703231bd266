/** True for the built file of the letters every page is set in. */
export const isFont = (file: string) => /inter-basic-[^/]*\.woff2$/.test(file)

/** Attributes of the link that preloads the font before the style sheet asks for it. */
export const fontLink = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
