// Rules of the house that the linter does not have.
const message = 'Write the properties out: a literal is not spread to save lines.'

/** Finds `...{ a: 1 }` in an object or component, and `...[1]` or `...([1] as const)` in an array. */
const noSpreadLiteral = {
  create: (context) => {
    const valueOf = (node) => (node.type === 'TSAsExpression' ? node.expression : node)
    const check = (node, ...types) => {
      if (types.includes(valueOf(node.argument).type)) context.report({ node, message })
    }
    return {
      SpreadElement: (node) =>
        node.parent.type === 'ArrayExpression'
          ? check(node, 'ObjectExpression', 'ArrayExpression')
          : check(node, 'ObjectExpression'),
      JSXSpreadAttribute: (node) => check(node, 'ObjectExpression'),
    }
  },
}

const nameOf = (node) => (node.type === 'MemberExpression' ? node.property.name : node.name)

/** Finds `why('order.read')` and `can.includes('order.read')`: a right is the one of the route that is called. */
const rightOfRoute = {
  create: (context) => ({
    CallExpression: ({ callee, arguments: [first] }) => {
      const isAsked =
        nameOf(callee) === 'includes'
          ? nameOf(callee.object) === 'can'
          : /^(why|can|whyRight)$/.test(nameOf(callee))
      if (isAsked && typeof first?.value === 'string')
        context.report({
          node: first,
          message: 'Ask about the route that is called, not about a right by name.',
        })
    },
  }),
}

const vagueStart = /^[*\s]*(How|What|When|Where|Which|Whose|Why|Of|Those|So many|Whether)\b/
const vagueTypes = /^(Given|Place|Room|Scope|Asked|Fresh|Kept|Those|One|Said)$/

/** Finds docstrings of exports that begin with a question word, and exported types with a name that could be anything. */
const plainExports = {
  create: (context) => ({
    ExportNamedDeclaration(node) {
      const [comment] = context.sourceCode.getCommentsBefore(node).slice(-1)
      if (comment?.type === 'Block' && vagueStart.test(comment.value))
        context.report({ node: comment, message: 'Begin with a verb, or with the thing itself.' })
      const { declaration } = node
      if (
        /^TS(TypeAlias|Interface)Declaration$/.test(declaration?.type) &&
        vagueTypes.test(declaration.id.name)
      )
        context.report({
          node: declaration.id,
          message: 'Call a type after the thing it describes.',
        })
    },
  }),
}

/** Finds `vi.mock`, and `vi.spyOn` of what is imported from a file of ours: tests run the real code. */
const noOwnMocks = {
  create: (context) => {
    const own = new Set()
    const rootOf = (node) => (node?.type === 'MemberExpression' ? rootOf(node.object) : node)
    return {
      ImportDeclaration: ({ source, specifiers }) => {
        if (/^(\.|@stowage\/)/.test(source.value))
          for (const { local } of specifiers) own.add(local.name)
      },
      CallExpression(node) {
        const {
          callee,
          arguments: [first],
        } = node
        if (callee.type !== 'MemberExpression' || callee.object.name !== 'vi') return
        const isMock = /^(mock|doMock|importMock)$/.test(callee.property.name)
        const isSpy = callee.property.name === 'spyOn' && own.has(rootOf(first)?.name)
        if (isMock || isSpy) context.report({ node, message: 'Test the real code, without mocks.' })
      },
    }
  },
}

export default {
  meta: { name: 'stowage' },
  rules: {
    'no-own-mocks': noOwnMocks,
    'no-spread-literal': noSpreadLiteral,
    'plain-exports': plainExports,
    'right-of-route': rightOfRoute,
  },
}
