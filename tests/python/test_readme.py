"""Do the examples of the README and of the package's own help run as they stand?"""

import importlib.util

import spyre_sim
from conftest import SOURCE


def run(lines):
    """Without the lines that need pandas, where it is not installed."""
    pandas = importlib.util.find_spec("pandas")
    names = {}
    exec("\n".join(line for line in lines if pandas or "pandas" not in line), names)
    return names


def test_the_example_of_the_readme_runs(monkeypatch):
    monkeypatch.chdir(SOURCE)
    text = (SOURCE / "README.md").read_text()
    names = run(text.split("```python\n")[1].split("```")[0].splitlines())
    assert names["values"]["out_0"].shape == (512, 4096)


def test_the_example_of_the_package_runs(monkeypatch):
    monkeypatch.chdir(SOURCE)
    names = run([line.strip() for line in spyre_sim.__doc__.splitlines() if line.startswith("    ")])
    assert names["faster"].kernel_us < names["report"].kernel_us
    assert names["values"]["out_0"].shape == (512, 4096)
