#!/usr/bin/python3 -SE
"""A command of a SONiC switch. The rest is a module, since Python compiles what it runs as a program at every start."""

import tools

tools.main()
