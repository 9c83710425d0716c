"""The package's inside, in rooms by what they are about; ``docs/architecture.md`` lists them.

Directly here is only what every room may use: errors, files, strict JSON. Nobody outside the
package imports from here; what is public has its name in ``trictrac_spiel``.
"""
