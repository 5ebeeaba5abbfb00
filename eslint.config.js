// How the pages' JavaScript and its tests are written. Names and types are the type checker's part.

import js from "@eslint/js";

const houseStyle = {
  "arrow-body-style": "error",
  "curly": ["error", "multi-line"],
  "eqeqeq": "error",
  "max-depth": ["error", 3],
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", 60],
  "no-console": "error",
  "no-eval": "error",
  "no-implicit-coercion": "error",
  "no-implicit-globals": "error",
  "no-lonely-if": "error",
  "no-nested-ternary": "error",
  "no-shadow": "error",
  "no-unneeded-ternary": "error",
  "no-unused-expressions": ["error", { allowTernary: false }],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-arrow-callback": "error",
  "prefer-const": "error",
  "prefer-template": "error",
};

export default [
  { files: ["**/*.js"], ...js.configs.recommended },
  { files: ["**/*.js"], rules: houseStyle, linterOptions: { reportUnusedDisableDirectives: "error" } },
  // The type checker knows every name of the browser, so the linter need not be told of them.
  { files: ["tests/javascript/*.js"], languageOptions: { globals: { URL: "readonly" } } },
  { files: ["companion/web/static/js/**/*.js"], rules: { "no-undef": "off" } },
];
