# A release names the version, which is its tag. A clone has none.
import os

from setuptools import setup

setup(version=os.environ.get("PARLOUR_VERSION", "0.0.0"))
