// Rules for the page's scripts, src/wavefront/looking/page: modules for a browser, without dependencies.

const inBrowser = Object.fromEntries(
  ["document", "window", "location", "history", "navigator", "setInterval", "clearInterval", "setTimeout", "clearTimeout", "Intl", "URLSearchParams"]
    .map((name) => [name, "readonly"]),
);

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: inBrowser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "error",
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, classes: true, variables: false }],
      "no-shadow": "error",
      "no-const-assign": "error",
      "no-dupe-keys": "error",
      "no-dupe-class-members": "error",
      "no-fallthrough": "error",
      "no-import-assign": "error",
      "no-self-assign": "error",
      "no-unreachable": "error",
      "no-unused-expressions": "error",
      "no-var": "error",
      "no-implied-eval": "error",
      "no-eval": "error",
      "consistent-return": "error",
      "array-callback-return": "error",
      "default-case-last": "error",
      "dot-notation": "error",
      "eqeqeq": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "max-lines": ["error", 299],
      "max-lines-per-function": ["error", 60],
    },
  },
];
